/** A module as the bundler knows it. */
interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}

/** What every page runs on and what changes least: one file, which a browser keeps when the product is updated. */
const VENDOR = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:query-core|react-query)|wouter|regexparam)\//

/** Parts of it that a visitor has no use for. */
const FOR_ACTIONS =
  /\/(?:useMutation|mutationObserver|useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/

/** One file per icon, all of them named by one list: being on that list does not mean being needed. */
const ICONS = /\/lucide-react\/dist\/esm\/icons\//

/**
 * Gathers what the first page needs into two files. By itself the bundler makes a small file of every module that some
 * later screen needs too, and small files compress badly.
 */
export const chunkGroups = [
  { name: 'vendor', test: (id: string) => VENDOR.test(id) && !FOR_ACTIONS.test(id) },
  {
    debugName: 'first',
    name: (id: string, graph: ModuleGraph) => (isFirst(id, graph) ? 'first' : null),
    test: (id: string) => !ICONS.test(id) && !FOR_ACTIONS.test(id),
  },
]

/** Whether a module is reached from the page's entry without `import()`. */
function isFirst(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  return info !== null && (info.isEntry || info.importers.some((importer) => isFirst(importer, graph, seen)))
}
