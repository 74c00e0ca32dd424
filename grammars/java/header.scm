; Captures the head of a Java file: the package declaration with its name, each import with its name, `static` and asterisk.

(package_declaration
  [(identifier) (scoped_identifier)] @package.name) @package

(import_declaration
  "static"? @import.static
  [(identifier) (scoped_identifier)] @import.name
  (asterisk)? @import.asterisk) @import
