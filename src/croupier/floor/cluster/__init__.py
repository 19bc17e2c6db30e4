"""Several servers of one house: leases, and replicas of tables that others run."""
