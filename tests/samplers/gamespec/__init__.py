"""Random GameSpecDocs, valid by construction, and mistakes planted in valid ones."""
