"""The pages as files: a site that needs no server, and the files that a server sends."""
