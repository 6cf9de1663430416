/**
 * Returns a function that restores the plain objects, arrays, maps and sets within a value to what they hold now.
 * Instances of classes are left as they are.
 */
export function remember(value: unknown): () => void {
  const undo: (() => void)[] = []
  const seen = new Set<unknown>()
  visit(value)
  return () => {
    for (const each of undo) each()
  }

  function visit(one: unknown): void {
    if (typeof one !== 'object' || one === null || seen.has(one)) return
    seen.add(one)
    if (Array.isArray(one)) {
      const items = [...one]
      undo.push(() => void one.splice(0, one.length, ...items))
      items.forEach(visit)
    } else if (one instanceof Map || one instanceof Set) {
      const entries = [...one.entries()]
      undo.push(() => {
        one.clear()
        for (const [key, item] of entries) one instanceof Map ? one.set(key, item) : one.add(item)
      })
      entries.flat().forEach(visit)
    } else if (Object.getPrototypeOf(one) === Object.prototype) {
      const fields = { ...one }
      undo.push(() => {
        for (const name of Object.keys(one)) if (!Object.hasOwn(fields, name)) Reflect.deleteProperty(one, name)
        Object.assign(one, fields)
      })
      Object.values(fields).forEach(visit)
    }
  }
}
