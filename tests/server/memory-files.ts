import type { Files } from '../../server/src/platform/files/files.ts'

export function memoryFiles(): Files & { names(): string[] } {
  const kept = new Map<string, Uint8Array>()
  return {
    async put(name, bytes) {
      kept.set(name, bytes)
    },
    get: async (name) => kept.get(name) ?? null,
    async remove(name) {
      kept.delete(name)
    },
    names: () => [...kept.keys()].sort(),
  }
}
