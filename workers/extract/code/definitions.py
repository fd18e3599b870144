"""Says which nodes of each grammar define something, as queries, and how they are named.

`@part` is a definition, `@container` one whose members are definitions of their own, `@name` its
name, `@scope` what the name belongs to where that does not stand around it. `@declarator` leads to
the name of a C function. `@above` belongs to the definition below it: comments, decorators.
"""

from __future__ import annotations

from typing import Final

_JAVASCRIPT = """
(function_declaration name: (_) @name) @part
(generator_function_declaration name: (_) @name) @part
(class_declaration name: (_) @name) @container
(method_definition name: (_) @name) @part
(lexical_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (class) (generator_function)])) @part
(lexical_declaration (variable_declarator name: (identifier) @name
  value: (call_expression arguments: (arguments [(arrow_function) (function_expression)])))) @part
(variable_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression)])) @part
(assignment_expression left: (member_expression) @name
  right: [(arrow_function) (function_expression)]) @part
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @part
[(comment) (decorator)] @above
"""
_JAVASCRIPT_FIELD = """
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @part
"""
_TYPESCRIPT = """
(abstract_class_declaration name: (_) @name) @container
(interface_declaration name: (_) @name) @container
(enum_declaration name: (_) @name) @part
(type_alias_declaration name: (_) @name) @part
(internal_module name: (_) @name) @container
(module name: (_) @name) @container
(function_signature name: (_) @name) @part
(abstract_method_signature name: (_) @name) @part
(method_signature name: (_) @name) @part
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @part
"""
_C = """
(function_definition declarator: (_) @declarator) @part
(struct_specifier name: (_) @name body: (_)) @container
(union_specifier name: (_) @name body: (_)) @part
(enum_specifier name: (_) @name body: (_)) @part
(type_definition declarator: (_) @declarator) @part
(preproc_function_def name: (_) @name) @part
(declaration declarator: (function_declarator) @declarator) @part
(declaration declarator: (pointer_declarator declarator: (function_declarator)) @declarator) @part
(comment) @above
"""
_CPP = """
(class_specifier name: (_) @name body: (_)) @container
(namespace_definition name: (_) @name) @container
(field_declaration declarator: (function_declarator) @declarator) @part
(alias_declaration name: (_) @name) @part
(concept_definition name: (_) @name) @part
"""
QUERIES: Final = {
    "python": """
(function_definition name: (_) @name) @part
(class_definition name: (_) @name) @container
[(comment) (decorator)] @above
""",
    "javascript": _JAVASCRIPT + _JAVASCRIPT_FIELD,
    "typescript": _JAVASCRIPT + _TYPESCRIPT,
    "tsx": _JAVASCRIPT + _TYPESCRIPT,
    "go": """
(function_declaration name: (_) @name) @part
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @scope))
  name: (_) @name) @part
(type_spec name: (_) @name) @part
(type_alias name: (_) @name) @part
(comment) @above
""",
    "rust": """
(function_item name: (_) @name) @part
(function_signature_item name: (_) @name) @part
(struct_item name: (_) @name) @part
(enum_item name: (_) @name) @part
(union_item name: (_) @name) @part
(type_item name: (_) @name) @part
(macro_definition name: (_) @name) @part
(trait_item name: (_) @name) @container
(mod_item name: (_) @name body: (_)) @container
(impl_item type: (_) @scope) @container
[(line_comment) (block_comment) (attribute_item)] @above
""",
    "java": """
(class_declaration name: (_) @name) @container
(interface_declaration name: (_) @name) @container
(enum_declaration name: (_) @name) @container
(record_declaration name: (_) @name) @container
(annotation_type_declaration name: (_) @name) @container
(method_declaration name: (_) @name) @part
(constructor_declaration name: (_) @name) @part
(compact_constructor_declaration name: (_) @name) @part
[(line_comment) (block_comment)] @above
""",
    "kotlin": """
(class_declaration name: (_) @name) @container
(object_declaration name: (_) @name) @container
(companion_object) @container
(function_declaration name: (_) @name) @part
(secondary_constructor) @part
(type_alias type: (_) @name) @part
[(line_comment) (block_comment)] @above
""",
    "c": _C,
    "cpp": _C + _CPP,
    "csharp": """
(class_declaration name: (_) @name) @container
(interface_declaration name: (_) @name) @container
(struct_declaration name: (_) @name) @container
(record_declaration name: (_) @name) @container
(enum_declaration name: (_) @name) @part
(method_declaration name: (_) @name) @part
(constructor_declaration name: (_) @name) @part
(destructor_declaration name: (_) @name) @part
(operator_declaration operator: _ @name) @part
(indexer_declaration) @part
(property_declaration name: (_) @name) @part
(delegate_declaration name: (_) @name) @part
(local_function_statement name: (_) @name) @part
(comment) @above
""",
    "ruby": """
(module name: (_) @name) @container
(class name: (_) @name) @container
(singleton_class) @container
(method name: (_) @name) @part
(singleton_method name: (_) @name) @part
(comment) @above
""",
    "php": """
(class_declaration name: (_) @name) @container
(interface_declaration name: (_) @name) @container
(trait_declaration name: (_) @name) @container
(enum_declaration name: (_) @name) @container
(method_declaration name: (_) @name) @part
(function_definition name: (_) @name) @part
(comment) @above
""",
    "swift": """
(class_declaration name: (_) @name) @container
(protocol_declaration name: (_) @name) @container
(function_declaration name: (simple_identifier) @name) @part
(function_declaration) @part
(protocol_function_declaration name: (_) @name) @part
(init_declaration) @part
(deinit_declaration) @part
(subscript_declaration) @part
(property_declaration name: (_) @name computed_value: (_)) @part
(typealias_declaration name: (_) @name) @part
[(comment) (multiline_comment)] @above
""",
    "shell": """
(function_definition name: (_) @name) @part
(comment) @above
""",
    "sql": """
(statement [
  (create_table (object_reference) @name)
  (create_view (object_reference) @name)
  (create_materialized_view (object_reference) @name)
  (create_function (object_reference) @name)
  (create_procedure (object_reference) @name)
  (create_trigger . (keyword_create) (object_reference) @name)
  (create_type (object_reference) @name)
  (create_index column: (identifier) @name)
  (alter_table (object_reference) @name)
]) @part
[(comment) (marginalia)] @above
""",
}
# Definitions that have no name of their own.
NAMES: Final = {
    "companion_object": "Companion",
    "secondary_constructor": "constructor",
    "function_declaration": "operator",  # of Swift
    "indexer_declaration": "this",
    "init_declaration": "init",
    "deinit_declaration": "deinit",
    "subscript_declaration": "subscript",
    "singleton_class": "",
}
# They stand around a definition and belong to it.
WRAPPERS: Final = frozenset(
    {
        "ambient_declaration",
        "decorated_definition",
        "export_statement",
        "expression_statement",
        "template_declaration",
    }
)
