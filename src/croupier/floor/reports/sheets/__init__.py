"""Reports as sheets: columns and rows that a page shows, a printer prints and a spreadsheet reads."""
