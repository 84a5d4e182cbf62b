import { basename, dirname, posix, sep } from 'node:path';

/**
 * A feature may import features of lower tiers through their public API. Every feature is in a
 * tier.
 */
const TIERS = [
  ['account', 'media', 'weather'],
  ['people', 'reports'],
  ['reactions', 'polls', 'posts', 'notifications', 'stickers', 'links'],
  ['sharing'],
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
    'bookmarks',
  ],
  ['home', 'profile', 'open', 'admin', 'export', 'push', 'search', 'voice'],
];
const PUBLIC_API = { server: 'service.ts', web: 'parts.ts' };
/** Files of a server feature that the composition in `app` mounts by their role. */
const ROLES =
  /^(?:service|routes|export|moderation|counters|state|account-deletion|previews|seed(?:-[a-z]+)*)\.ts$/;
const LAYERS = {
  server: { platform: 1, features: 3, app: 4 },
  web: { lib: 1, ui: 2, features: 3, app: 4 },
};

/**
 * Returns where a path belongs: its package, its path inside `src`, its layer and feature.
 * Returns `undefined` for a file outside the `src` of a package.
 */
export function locate(path) {
  const found =
    /(?:^|\/)packages\/(contract|server|web)\/src\/(?!.*\/packages\/(?:contract|server|web)\/src\/)(.+)$/.exec(
      path.split(sep).join('/'),
    );
  if (!found) return undefined;
  const [, side, inside] = found;
  const [top, feature] = inside.split('/');
  const layer = side === 'contract' ? 0 : (LAYERS[side][top] ?? 4);
  return {
    side,
    inside,
    layer,
    feature: layer === 3 ? feature : undefined,
    isTest: /\.test\.[jt]sx?$/.test(inside),
  };
}

/** Whether a file is product code of a package, apart from the exceptions (paths inside `src`). */
export function isProductCode(filename, side, exceptions = []) {
  const location = locate(filename);
  return location?.side === side && !location.isTest && !exceptions.includes(location.inside);
}

function targetOf(specifier, filename, { side }) {
  if (specifier.startsWith('.')) {
    const path = posix.join(dirname(filename).split(sep).join('/'), specifier);
    return locate(path) ?? { outside: path };
  }
  if (specifier.startsWith('#tests/')) return { outside: specifier };
  if (specifier.startsWith('#')) return locate(`packages/${side}/src/${specifier.slice(1)}`);
  const own = /^@respa\/(contract|server|web)(?:\/(.+))?$/.exec(specifier);
  if (own) return locate(`packages/${own[1]}/src/${own[2] ?? 'main'}.ts`);
  return { library: specifier };
}

function tierOf(feature) {
  return TIERS.findIndex((tier) => tier.includes(feature)) + 1;
}

/** Returns why an import is forbidden, or `undefined`. */
function objectionTo(specifier, filename) {
  const from = locate(filename);
  if (!from) return undefined;
  const to = targetOf(specifier, filename, from);
  if (to.library) return objectionToLibrary(to.library, from);
  if (to.outside)
    return from.isTest ? undefined : 'Product code imports nothing from outside packages/*/src.';
  if (from.side === 'contract' && to.side !== 'contract')
    return 'The contract imports neither the server nor the web.';
  if (to.side !== from.side && to.side !== 'contract')
    return 'Server and web never import each other.';
  if (to.side !== from.side && specifier.startsWith('.'))
    return 'Import the contract by its name: @respa/contract/….';
  if (from.isTest || to.side === 'contract') return undefined;
  if (to.layer > from.layer)
    return `Imports only go down: ${from.inside} may not import ${to.inside}.`;
  if (
    from.side === 'web' &&
    from.layer === 2 &&
    to.layer === 1 &&
    to.inside.startsWith('lib/network/')
  ) {
    return 'The design system does not use the network.';
  }
  if (from.side === 'server' && from.layer === 4 && to.feature) return objectionToRole(from, to);
  return from.feature ? objectionToFeature(from, to) : undefined;
}

function objectionToRole({ inside }, to) {
  // The demo plays scenes with the functions behind the calls.
  if (!inside.startsWith('app/') || inside.startsWith('app/demo/')) return undefined;
  const file = to.inside.slice(`features/${to.feature}/`.length);
  return ROLES.test(file)
    ? undefined
    : `Import feature "${to.feature}" through service.ts or a file with a role, not ${file}.`;
}

function objectionToFeature(from, to) {
  if (!to.feature || to.feature === from.feature) return undefined;
  if (tierOf(to.feature) >= tierOf(from.feature)) {
    return `Feature "${from.feature}" (tier ${tierOf(from.feature)}) may import lower tiers only, and "${to.feature}" is in tier ${tierOf(to.feature)}.`;
  }
  if (to.inside !== `features/${to.feature}/${PUBLIC_API[to.side]}`)
    return `Import feature "${to.feature}" through its public API: ${PUBLIC_API[to.side]}.`;
  return undefined;
}

function objectionToLibrary(library, { side, isTest }) {
  if (isTest) return undefined;
  if (side === 'contract' && library !== 'typebox' && !library.startsWith('typebox/'))
    return 'The contract depends on TypeBox alone.';
  if (side === 'web' && library.startsWith('node:')) return 'The site runs in a browser.';
  return undefined;
}

export const imports = {
  create(context) {
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const message = objectionTo(source.value, context.filename);
      if (message) context.report({ node: source, message });
    };
    return {
      Program(node) {
        const feature = locate(context.filename)?.feature;
        if (feature && tierOf(feature) === 0)
          context.report({
            node,
            message: `Feature "${feature}" is in no tier: see docs/architecture.md.`,
          });
      },
      ImportDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal ?? node.argument),
    };
  },
};

const VAGUE_NAMES = [
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
/** Ad blockers hide elements and requests with such names. */
const BLOCKED_WORDS = /^(?:ads?|adverts?|advertising|banners?|follow(?:s|er|ers|ing)?)$/;

export const names = {
  create(context) {
    return {
      Program(node) {
        const name = basename(context.filename);
        const stem = name.split('.').find((part) => part !== '') ?? '';
        if (VAGUE_NAMES.includes(stem))
          context.report({
            node,
            message: `The name ${name} is vague: name the file for what it holds.`,
          });
        if (!KEBAB.test(name))
          context.report({ node, message: `File names are kebab-case: ${name}.` });
        const location = locate(context.filename);
        if (location?.side !== 'web') return;
        const blocked = location.inside.split(/[/.-]/).find((word) => BLOCKED_WORDS.test(word));
        if (blocked)
          context.report({
            node,
            message: `Ad blockers hide what is called "${blocked}": ${location.inside}.`,
          });
      },
    };
  },
};
