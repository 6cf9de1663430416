interface ModuleInfo {
  isEntry: boolean
  importers: readonly string[]
  importedIds: readonly string[]
  dynamicImporters: readonly string[]
}

interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null
}

/** Libraries of every page, in one file that stays cached across releases. */
const VENDOR = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:query-core|react-query)|wouter|regexparam)\//

/** Parts of those libraries that visitors don't need. */
const FOR_ACTIONS =
  /\/(?:useMutation|useMutationState|mutationObserver|useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/

/** Parts that only payments need. */
const FOR_PAYMENTS = /\/(?:useQueries|queriesObserver)\.js$/

/** Icons and the code that draws them. */
const ICONS = /\/lucide-react\/dist\/esm\//

/** A visitor's first view. It comes with the first file, although it is shown after that file's text. */
const HERO = /\/hero-aura\.tsx$/
/** Code for canvases. */
const DRAWING = /\/(?:canvas\/drawing\.ts|live-hero\.tsx|still-hero\.tsx)$/
/** Code that loads right after a first picture, in one file with that for canvases. */
const AFTERWARDS = /\/page-stream\.ts$/
/** The shell, and modules loaded right after the page for whatever comes next. */
const SHELL = /\/(?:signed-in|toast-card|timed-toast|broken-ring|focus-screen)\.tsx?$/
const DASHBOARD = /\/(?:dashboard-screen|dashboard-part|friend-streaks|feed|what-changed)\.tsx$/
/** Screens, and the parts features add to profiles, battles and the dashboard. */
const SCREEN = /(?:-screen|\/profile|\/vouch-payments|\/crowd|\/feed|\/dashboard-part|\/friend-streaks)\.tsx$/
const PROFILE = /\/(?:profile-screen|features\/[^/]+\/profile)\.tsx$/
const STYLES = /\.module\.css$/
const PEOPLE = /\/(?:profile-screen|features\/[^/]+\/profile|leaderboard-screen)\.tsx$/
/** A battle loads these after its first picture. */
const AFTER_SHOWDOWN = /\/(?:crowd|gift-moments)\.tsx$/
const SHOWDOWN = /\/(?:showdown-screen|crowd|gift-moments)\.tsx$/
/** A battle that questions decide, and its lobby. */
const ROUNDS = /\/(?:rounds-stage|ready-panel)\.tsx$/
const PRACTICE = /\/practice-screen\.tsx$/
const LESSON = /\/features\/library\/lesson-screen\.tsx$/
/** The screens that most visits begin with. */
const MAIN = [DASHBOARD, SHOWDOWN, PEOPLE, LESSON]
/**
 * Contract encoding and the payments that use it. Screens that send no payments only read the pending ones and name the
 * network.
 */
const PAYMENTS =
  /\/node_modules\/(?:viem|ox|abitype|@noble|@scure)\/|\/contracts\/generated\/|\/web\/src\/payments\/(?!(?:sent|network)\.ts$)/
/** Half of the shared modules; the largest screens need neither at first. */
const CONTROLS = /\/node_modules\/(?:@base-ui|@floating-ui\/utils)\//
const OVERLAYS =
  /\/node_modules\/(?:@floating-ui\/(?:dom|core|react-dom)|@base-ui\/react\/(?:floating-ui-react\/(?:components|hooks)|dialog|alert-dialog|popover))\//
/** Those libraries and what they need. */
const LIBRARIES = /\/node_modules\/(?:@base-ui|@floating-ui|use-sync-external-store|reselect|tabbable)\//
/** What dialogs and forms make of those libraries. */
const DIALOGS =
  /\/web\/src\/ui\/(?:overlay\/(?:dialog|confirm-dialog)|forms\/select|layout\/(?:money-facts|use-scroll-bar|scroll-bar))\.[\w.]+$|\/@base-ui\/react\/dialog\//
/** Modules shared by some screens and not needed by all: files of their own. The rest, with all styles, is one file. */
const APART = [PAYMENTS, CONTROLS, OVERLAYS]
/** Number of screens that share a module before all of them load it. */
const SHARED_BY = 2

/**
 * Groups modules by the pages that need them: every page, the first page, signed-in pages, several screens. By default
 * each set of pages that shares a module gets a file of its own, and a slow phone waits for fifty small ones.
 */
export const chunkGroups = [
  { name: 'vendor', test: (id: string) => VENDOR.test(id) && !FOR_ACTIONS.test(id) },
  { name: 'queries', test: FOR_PAYMENTS, includeDependenciesRecursively: false },
  {
    debugName: 'first',
    name: (id: string, graph: ModuleGraph) => {
      const roots = rootsOf(id, graph)
      const has = (those: RegExp) => [...roots.keys()].some((root) => those.test(root))
      // Else the landing page's drawing would load the shell, and the shell the drawing.
      const isShared = has(DRAWING) && [SHELL, ...MAIN].some(has)
      return isEntry(roots) || has(HERO) || isShared ? 'first' : null
    },
    test: (id: string) => !FOR_ACTIONS.test(id),
    // Else it would have those that it names.
    includeDependenciesRecursively: false,
  },
  // The order matters: a group includes the imports of its modules unless an earlier group has them.
  {
    debugName: 'afterwards',
    name: (id: string, graph: ModuleGraph) => {
      const roots = [...rootsOf(id, graph).keys()]
      const has = (those: RegExp) => roots.some((root) => those.test(root))
      return (has(DRAWING) || has(AFTERWARDS)) && ![SHELL, ...MAIN].some(has) ? 'afterwards' : null
    },
    includeDependenciesRecursively: false,
  },
  {
    debugName: 'signed-in',
    name: (id: string, graph: ModuleGraph) => {
      const roots = [...rootsOf(id, graph).keys()]
      const has = (those: RegExp) => roots.some((root) => those.test(root))
      if (has(SHELL)) return 'signed-in'
      if (!isNoneApart(id, graph)) return null
      if (MAIN.filter(has).length >= SHARED_BY) return 'signed-in'
      // Two files less for a profile, which has the most parts.
      if (has(PROFILE) && STYLES.test(id)) return 'signed-in'
      // Else rounds would load what people's screens share, for a control.
      if (has(PEOPLE) && has(ROUNDS)) return 'signed-in'
      return has(PEOPLE) && roots.filter((root) => SCREEN.test(root)).length >= SHARED_BY ? 'people' : null
    },
    // Imports have at least the roots of their importers, so this function places them correctly by itself.
    includeDependenciesRecursively: false,
  },
  neededBy('dashboard', DASHBOARD),
  neededBy('lesson', LESSON, PAYMENTS),
  sharedByScreens('controls', (id, graph) => LIBRARIES.test(id) && !reaches(id, OVERLAYS, graph)),
  sharedByScreens('overlays', (id) => LIBRARIES.test(id)),
  { name: 'dialogs', test: DIALOGS, includeDependenciesRecursively: false },
  {
    debugName: 'battles',
    name: (id: string, graph: ModuleGraph) => {
      const roots = [...rootsOf(id, graph).keys()]
      const isShared = roots.filter((root) => SCREEN.test(root)).length >= SHARED_BY && isNoneApart(id, graph)
      // With all styles of a battle, for which it is one file less.
      return (isShared || STYLES.test(id)) && roots.some((root) => SHOWDOWN.test(root)) ? 'battles' : null
    },
  },
  {
    debugName: 'rounds',
    // Else rounds would load what all other screens share, for a few words and a control.
    name: (id: string, graph: ModuleGraph) => {
      const roots = [...rootsOf(id, graph).keys()]
      const has = (those: RegExp) => roots.some((root) => those.test(root))
      if (!has(ROUNDS) || has(SHOWDOWN) || !isNoneApart(id, graph)) return null
      const isIn = (...those: RegExp[]) => roots.every((root) => those.some((each) => each.test(root)))
      return isIn(ROUNDS) ? 'rounds' : isIn(ROUNDS, PRACTICE) ? 'questions' : 'round-words'
    },
    includeDependenciesRecursively: false,
  },
  // Else the list of battles would load what all other screens share, for how it is read.
  sharedByScreens('battle-lists', (id) => /\/features\/battles\/list\//.test(id)),
  // Both need a battle's modules, which else all screens would load.
  sharedByScreens('errors', (id) => /\/api\/src\/errors\.ts$/.test(id)),
  sharedByScreens('upright', (id) => /\/upright-button\.tsx$/.test(id)),
  sharedByScreens('screens', isNoneApart),
  sharedByScreens('payments', (id) => PAYMENTS.test(id)),
  {
    debugName: 'icons',
    name: (id: string, graph: ModuleGraph) => {
      const roots = [...rootsOf(id, graph).keys()]
      const isMain = roots.some((root) => MAIN.some((those) => those.test(root)))
      return roots.length >= SHARED_BY && !isMain ? 'icons' : null
    },
    test: ICONS,
  },
  { name: 'profile', test: PROFILE },
  { name: 'showdown', test: /\/showdown-screen\.tsx$/ },
  { name: 'after-showdown', test: AFTER_SHOWDOWN },
]

function neededBy(name: string, roots: RegExp, except?: RegExp) {
  return {
    debugName: name,
    name: (id: string, graph: ModuleGraph) =>
      !except?.test(id) && [...rootsOf(id, graph).keys()].some((root) => roots.test(root)) ? name : null,
  }
}

function sharedByScreens(name: string, test: (id: string, graph: ModuleGraph) => boolean) {
  return {
    debugName: name,
    name: (id: string, graph: ModuleGraph) => {
      const screens = [...rootsOf(id, graph).keys()].filter((root) => SCREEN.test(root))
      return screens.length >= SHARED_BY && test(id, graph) ? name : null
    },
  }
}

function isNoneApart(id: string, graph: ModuleGraph): boolean {
  return !APART.some((those) => reaches(id, those, graph))
}

const isEntry = (roots: ReadonlyMap<string, ModuleInfo>) => [...roots.values()].some((each) => each.isEntry)

/** Returns the modules that load on their own (the entry, or by `import()`) and reach a module without `import()`. */
function rootsOf(id: string, graph: ModuleGraph, roots = new Map<string, ModuleInfo>(), seen = new Set<string>()) {
  if (seen.has(id)) return roots
  seen.add(id)
  const info = graph.getModuleInfo(id)
  if (info === null) return roots
  if (info.isEntry || info.dynamicImporters.length > 0) roots.set(id, info)
  for (const importer of info.importers) rootsOf(importer, graph, roots, seen)
  return roots
}

/** Returns whether a module matches, or imports without `import()` a module that does. */
function reaches(id: string, those: RegExp, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  if (those.test(id)) return true
  return graph.getModuleInfo(id)?.importedIds.some((next) => reaches(next, those, graph, seen)) ?? false
}
