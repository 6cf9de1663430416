interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}

/** The libraries of every page: one file that stays cached across releases. */
const VENDOR = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:query-core|react-query)|wouter|regexparam)\//

/** Parts of it that visitors don't need. */
const FOR_ACTIONS =
  /\/(?:useMutation|mutationObserver|useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/

/** One file per icon; the list that names them all does not make them needed. */
const ICONS = /\/lucide-react\/dist\/esm\/icons\//

/**
 * Bundles what the first page needs into two files. By default every module shared with a later screen becomes
 * a small file, and small files compress badly.
 */
export const chunkGroups = [
  { name: 'vendor', test: (id: string) => VENDOR.test(id) && !FOR_ACTIONS.test(id) },
  {
    debugName: 'first',
    name: (id: string, graph: ModuleGraph) => (isFirst(id, graph) ? 'first' : null),
    test: (id: string) => !ICONS.test(id) && !FOR_ACTIONS.test(id),
  },
]

/** Whether the entry reaches a module without `import()`. */
function isFirst(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  return info !== null && (info.isEntry || info.importers.some((importer) => isFirst(importer, graph, seen)))
}
