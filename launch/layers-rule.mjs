import { basename, dirname, posix, sep } from 'node:path';

/** A feature may use features of lower shelves, by their door. A feature that stands on no shelf does not exist. */
const TIERS = [
  ['account', 'media', 'weather'],
  ['people', 'reports'],
  ['reactions', 'notifications'],
  [
    'friends',
    'photos',
    'wall',
    'chats',
    'cloud',
    'communities',
    'videohost',
    'classifieds',
    'promos',
    'catalogue',
    'support',
    'portfolio',
    'events',
  ],
  ['home', 'profile', 'admin', 'export'],
];
const PUBLIC_API = { server: 'service.ts', web: 'parts.ts' };
const LAYERS = {
  server: { platform: 1, features: 3, app: 4 },
  web: { lib: 1, ui: 2, features: 3, app: 4 },
};

/** Server files that may call other machines with `fetch`, as paths inside packages/server/src. */
const FETCH_ALLOWED = ['features/weather/openweathermap.ts'];

const SAYS_NOTHING = [
  'index',
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'types',
  'manager',
  'base',
];
const KEBAB = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)*$/;
/** Ad blockers hide whatever is called so. */
const BLOCKED_WORDS = /^(?:ads?|adverts?|advertising|banners?|follow(?:s|er|ers|ing)?)$/;

/** Where a path stands in the house; `undefined` for what is not in a package's `src`. */
function placeOf(path) {
  const found =
    /(?:^|\/)packages\/(contract|server|web)\/src\/(?!.*\/packages\/(?:contract|server|web)\/src\/)(.+)$/.exec(
      path.split(sep).join('/'),
    );
  if (!found) return undefined;
  const [, side, inside] = found;
  const [room, feature] = inside.split('/');
  const layer = side === 'contract' ? 0 : (LAYERS[side][room] ?? 4);
  return {
    side,
    inside,
    layer,
    feature: layer === 3 ? feature : undefined,
    isTest: /\.test\.[jt]sx?$/.test(inside),
  };
}

function targetOf(specifier, filename, { side }) {
  if (specifier.startsWith('.')) {
    const path = posix.join(dirname(filename).split(sep).join('/'), specifier);
    return placeOf(path) ?? { outside: path };
  }
  if (specifier.startsWith('#')) return placeOf(`packages/${side}/src/${specifier.slice(1)}`);
  const own = /^@respa\/(contract|server|web)(?:\/(.+))?$/.exec(specifier);
  if (own) return placeOf(`packages/${own[1]}/src/${own[2] ?? 'main'}.ts`);
  return { library: specifier };
}

function tierOf(feature) {
  return TIERS.findIndex((tier) => tier.includes(feature)) + 1;
}

/** The sentence that forbids an import, or nothing. */
function objectionTo(specifier, filename) {
  const from = placeOf(filename);
  if (!from) return undefined;
  const to = targetOf(specifier, filename, from);
  if (to.library) return objectionToLibrary(to.library, from);
  if (to.outside)
    return from.isTest
      ? undefined
      : 'Code of the product does not import from outside packages/*/src.';
  if (from.side === 'contract' && to.side !== 'contract')
    return 'The contract knows neither server nor web.';
  if (to.side !== from.side && to.side !== 'contract')
    return 'Server and web never import each other.';
  if (to.side !== from.side && specifier.startsWith('.'))
    return 'Use the contract by its name: @respa/contract/….';
  if (from.isTest || to.side === 'contract') return undefined;
  if (to.layer > from.layer)
    return `Imports only go down: ${from.inside} may not use ${to.inside}.`;
  if (
    from.side === 'web' &&
    from.layer === 2 &&
    to.layer === 1 &&
    to.inside.startsWith('lib/network/')
  ) {
    return 'The design system knows no network.';
  }
  return from.feature ? objectionToFeature(from, to) : undefined;
}

function objectionToFeature(from, to) {
  if (!to.feature || to.feature === from.feature) return undefined;
  if (tierOf(to.feature) >= tierOf(from.feature)) {
    return `Feature «${from.feature}» (shelf ${tierOf(from.feature)}) may use lower shelves only, and «${to.feature}» is on shelf ${tierOf(to.feature)}.`;
  }
  if (to.inside !== `features/${to.feature}/${PUBLIC_API[to.side]}`)
    return `Feature «${to.feature}» is used by its door only: ${PUBLIC_API[to.side]}.`;
  return undefined;
}

function objectionToLibrary(library, { side, isTest }) {
  if (isTest) return undefined;
  if (side === 'contract' && library !== 'typebox' && !library.startsWith('typebox/'))
    return 'The contract depends on TypeBox alone.';
  if (side === 'web' && library.startsWith('node:')) return 'The site runs in a browser.';
  return undefined;
}

function isProductCode(filename, side, exceptions = []) {
  const place = placeOf(filename);
  return place?.side === side && !place.isTest && !exceptions.includes(place.inside);
}

const imports = {
  create(context) {
    const look = (source) => {
      if (typeof source?.value !== 'string') return;
      const message = objectionTo(source.value, context.filename);
      if (message) context.report({ node: source, message });
    };
    return {
      Program(node) {
        const feature = placeOf(context.filename)?.feature;
        if (feature && tierOf(feature) === 0)
          context.report({
            node,
            message: `Feature «${feature}» stands on no shelf: see ARCHITECTURE.md.`,
          });
      },
      ImportDeclaration: (node) => look(node.source),
      ExportAllDeclaration: (node) => look(node.source),
      ExportNamedDeclaration: (node) => look(node.source),
      ImportExpression: (node) => look(node.source),
      TSImportType: (node) => look(node.source ?? node.argument?.literal ?? node.argument),
    };
  },
};

const names = {
  create(context) {
    return {
      Program(node) {
        const name = basename(context.filename);
        const stem = name.split('.').find((part) => part !== '') ?? '';
        if (SAYS_NOTHING.includes(stem))
          context.report({
            node,
            message: `The name ${name} says nothing: name the file for the thing it holds.`,
          });
        if (!KEBAB.test(name))
          context.report({ node, message: `File names are kebab-case: ${name}.` });
        const place = placeOf(context.filename);
        if (place?.side !== 'web') return;
        const blocked = place.inside.split(/[/.-]/).find((word) => BLOCKED_WORDS.test(word));
        if (blocked)
          context.report({
            node,
            message: `Ad blockers hide what is called «${blocked}»: ${place.inside}.`,
          });
      },
    };
  },
};

function isMember(node, object, property) {
  const key = node.computed ? node.property.value : node.property.name;
  return node.object.type === 'Identifier' && node.object.name === object && key === property;
}

const environment = {
  create(context) {
    if (!isProductCode(context.filename, 'server', ['platform/runtime/config.ts'])) return {};
    return {
      MemberExpression(node) {
        if (isMember(node, 'process', 'env'))
          context.report({
            node,
            message: 'The environment is read in platform/runtime/config.ts only.',
          });
      },
    };
  },
};

const clock = {
  create(context) {
    if (!isProductCode(context.filename, 'server', ['platform/runtime/clock.ts'])) return {};
    const message = 'Time comes from platform/runtime/clock.ts only.';
    return {
      MemberExpression(node) {
        if (isMember(node, 'Date', 'now')) context.report({ node, message });
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0)
          context.report({ node, message });
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date')
          context.report({ node, message });
      },
    };
  },
};

const network = {
  create(context) {
    if (!isProductCode(context.filename, 'server', FETCH_ALLOWED)) return {};
    const message =
      'The server calls other machines only from files listed in launch/layers-rule.mjs.';
    return {
      CallExpression(node) {
        const { callee } = node;
        const isGlobal =
          callee.type === 'MemberExpression' && isMember(callee, 'globalThis', 'fetch');
        if (isGlobal || (callee.type === 'Identifier' && callee.name === 'fetch'))
          context.report({ node, message });
      },
      ImportDeclaration(node) {
        if (['undici', 'node:https', 'https'].includes(node.source.value))
          context.report({ node, message });
      },
    };
  },
};

/** Server files whose statements are made of what PostgreSQL itself told, or lie in files of the product, as paths inside packages/server/src. */
const SQL_ALLOWED = [
  'platform/database/migrate.ts',
  'platform/database/embedded/postgres-database.ts',
  'platform/database/table-dump.ts',
  'app/backup/restore.ts',
];

/** What a declaration binds a name to, where it is one of its: the names of a pattern share what the whole is made from. */
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
/** Whether a name is the same whoever calls: of the module itself, or made from what is. `calls` are those of the file. */
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
/** A callback of a constant's method, or a function of the file's own that is called with constants alone. */
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

const sql = {
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

export default {
  meta: { name: 'layers' },
  rules: { imports, names, environment, clock, network, sql },
};
