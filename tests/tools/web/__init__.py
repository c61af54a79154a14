"""Tools for tests of the web table: a store on PostgreSQL, an engine in this process, clients."""
