"""Read and verify files, and the printed words of an edition, clause by clause."""
