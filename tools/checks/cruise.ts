import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

const CONFIG_FILE = fileURLToPath(new URL('../../.dependency-cruiser.mjs', import.meta.url))

export interface Violation {
  rule: string
  from: string
  to: string
}

export interface Import {
  from: string
  written: string
  resolved: string
}

export interface Cruise {
  files: string[]
  imports: Import[]
  violations: Violation[]
}

/** Returns the rules' names in the order of the configuration. */
export async function ruleNames(): Promise<string[]> {
  const options = await extractDepcruiseOptions(CONFIG_FILE)
  return (options.ruleSet?.forbidden ?? []).map((rule) => rule.name ?? 'unnamed')
}

/** Checks a tree with the layout of this repository. */
export async function cruiseTree(root: string): Promise<Cruise> {
  const options = await extractDepcruiseOptions(CONFIG_FILE)
  const { output } = await cruise(['.'], { ...options, baseDir: root })
  const { modules, summary } = output as ICruiseResult
  const sources = modules.filter(({ source, coreModule }) => !coreModule && !/(^|\/)node_modules\//.test(source))
  return {
    files: sources.map((module) => module.source),
    imports: sources.flatMap((module) =>
      module.dependencies.map(({ module: written, resolved }) => ({ from: module.source, written, resolved })),
    ),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}
