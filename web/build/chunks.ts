/** A module as the bundler knows it. */
interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}

/** What every page runs on and what changes least: one file, which a browser keeps when the product is updated. */
const VENDOR = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack\/[^/]+|wouter|regexparam)\//

/** One file per icon, all of them named by one list: being on that list does not mean being needed. */
const ICONS = /\/lucide-react\/dist\/esm\/icons\//

/** Named by lists that the first page imports from, too, but only what signed-in people do needs them. */
const ACTIONS = /\/(?:useMutation|mutationObserver)\.js$|\/(?:use-logout|error-text)\.ts$/

/**
 * Gathers what the first page needs into two files, and keeps out of them what it does not. By itself the bundler makes
 * a small file of every module that some later screen needs too, and small files compress badly.
 */
export const chunkGroups = [
  { name: 'vendor', test: (id: string) => VENDOR.test(id) && !ACTIONS.test(id), priority: 3 },
  {
    debugName: 'first',
    name: (id: string, graph: ModuleGraph) => (isFirst(id, graph) ? 'first' : null),
    test: (id: string) => !ICONS.test(id) && !ACTIONS.test(id),
    priority: 2,
  },
  { name: 'actions', test: ACTIONS, priority: 1 },
]

/** Whether a module is reached from the page's entry without `import()`. */
function isFirst(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  return info !== null && (info.isEntry || info.importers.some((importer) => isFirst(importer, graph, seen)))
}
