import { isProductCode } from './layers.mjs';
import { isMember } from './sources.mjs';

/**
 * Server files whose statements are built from what PostgreSQL itself returned, or are in files of
 * the product, as paths inside packages/server/src.
 */
const SQL_ALLOWED = [
  'platform/database/migrate.ts',
  'platform/database/embedded/postgres-database.ts',
  'platform/database/table-dump.ts',
  'app/backup/restore.ts',
];

/**
 * Returns what a declaration binds a name to, if it declares the name: the names of a pattern share
 * the initialiser of the whole.
 */
function bindingIn({ declarations = [] }, name) {
  const found = declarations.find(({ id }) => bindsIn(id, name));
  return found && { init: found.init };
}
function bindsIn(pattern, name) {
  if (pattern?.type === 'Identifier') return pattern.name === name;
  if (pattern?.type === 'ObjectPattern')
    return pattern.properties.some((property) =>
      bindsIn(property.value ?? property.argument, name),
    );
  if (pattern?.type === 'ArrayPattern')
    return pattern.elements.some((element) => bindsIn(element, name));
  return pattern != null && bindsIn(pattern.left ?? pattern.argument ?? pattern.parameter, name);
}
/**
 * Returns whether a name is constant for every caller: declared in the module itself, or made from
 * constants. `calls` are those of the file.
 */
function isConstantName(name, from, calls) {
  for (let node = from.parent; node != null; node = node.parent) {
    if (node.type === 'Program') return true;
    if (node.params?.some((param) => bindsIn(param, name))) return isGivenConstants(node, calls);
    if (
      node.type === 'ForOfStatement' &&
      node.left.type === 'VariableDeclaration' &&
      bindingIn(node.left, name)
    )
      return isConstant(node.right, calls);
    if (node.type !== 'BlockStatement') continue;
    const bound = node.body.find(
      (one) => one.type === 'VariableDeclaration' && bindingIn(one, name),
    );
    if (bound) return bound.kind === 'const' && isConstant(bindingIn(bound, name).init, calls);
  }
  return false;
}
/**
 * Returns whether a function only receives constants: a callback of a constant's method, or a
 * function of the same file that is called only with constants.
 */
function isGivenConstants(callback, calls) {
  const { parent } = callback;
  if (parent?.type === 'CallExpression' && parent.arguments.includes(callback))
    return parent.callee.type === 'MemberExpression' && isConstant(parent.callee.object, calls);
  const isOwn = parent?.type === 'VariableDeclarator' && parent.parent.parent.type === 'Program';
  const made = isOwn
    ? calls.filter(({ callee }) => callee.type === 'Identifier' && callee.name === parent.id.name)
    : [];
  return (
    made.length > 0 && made.every((call) => call.arguments.every((one) => isConstant(one, calls)))
  );
}
function isConstant(node, calls) {
  const all = (...nodes) => nodes.every((one) => isConstant(one, calls));
  switch (node?.type) {
    case 'Literal':
      return true;
    case 'TemplateLiteral':
      return all(...node.expressions);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return all(node.left, node.right);
    case 'ConditionalExpression':
      return all(node.consequent, node.alternate);
    case 'ArrayExpression':
      return all(...node.elements);
    case 'MemberExpression':
      return all(node.object);
    case 'ArrowFunctionExpression':
      return all(node.body);
    case 'CallExpression':
      return all(node.callee, ...node.arguments);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return all(node.expression);
    case 'Identifier':
      return isConstantName(node.name, node, calls);
    default:
      return false;
  }
}

export const sql = {
  create(context) {
    if (!isProductCode(context.filename, 'server', SQL_ALLOWED)) return {};
    const message = 'SQL is made of constants; what somebody gave is a parameter: sql`… ${value}`.';
    const calls = [];
    const isOfText = ({ callee, arguments: [text] }) =>
      callee.type === 'MemberExpression'
        ? isMember(callee, 'sql', 'raw') ||
          (callee.property.name === 'query' &&
            ['TemplateLiteral', 'BinaryExpression'].includes(text?.type))
        : callee.type === 'Identifier' && callee.name === 'statement';
    return {
      CallExpression: (node) => void calls.push(node),
      'Program:exit'() {
        for (const node of calls)
          if (isOfText(node) && !isConstant(node.arguments[0], calls))
            context.report({ node, message });
      },
    };
  },
};
