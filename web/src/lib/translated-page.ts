/** Nodes that a translator took off the page, in the page's order, and those it put there instead. */
interface Replacement {
  originals: Node[]
  shown: Node[]
}

const isFont = (node: Node | null | undefined): boolean => node?.nodeName === 'FONT'

/** Returns the ancestor, or the node itself, that fits. */
function around(node: Node | null, fits: (parent: Node | null) => boolean): Node | null {
  let part = node
  while (part && !fits(part.parentNode)) part = part.parentNode
  return part
}

/**
 * Lets React update a page that a browser translates. Translators replace text nodes by `<font>` elements, or move them
 * into some, but React keeps the nodes it made: removing one would throw, and a new text would go to a node that nobody
 * sees. So what was replaced is put back before React touches it. The translator then translates the new text.
 */
export function surviveTranslators(): void {
  const { prototype } = Node
  const { insertBefore, removeChild } = prototype
  const nodeValue = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')
  const known = new WeakMap<Node, Replacement>()
  const observer = new MutationObserver(note)

  function shownFor(node: Node | undefined): Replacement | undefined {
    const replacement = node && known.get(node)
    return replacement?.shown.includes(node as Node) ? replacement : undefined
  }

  function note(records: MutationRecord[]): void {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      let shown = [...addedNodes]
      let originals = [...removedNodes].flatMap((node) => shownFor(node)?.originals ?? node)
      // Scripts of the page replace elements.
      if (!originals.some(({ nodeType }) => nodeType === Node.TEXT_NODE)) continue
      if (shown.length === 0) {
        // Some insert their element first and then remove the text beside it.
        const [font] = [previousSibling, nextSibling].filter(isFont)
        if (!font) continue
        const there = shownFor(font)
        shown = there?.shown ?? [font]
        originals = [...(there?.originals ?? []), ...originals]
      }
      const replacement = { originals, shown }
      for (const node of [...originals, ...shown]) known.set(node, replacement)
    }
  }

  /** Undoes the replacement of a node, or of an element around it. */
  function putBack(node: Node): void {
    if (node.isConnected) return
    note(observer.takeRecords())
    const replacement = known.get(around(node, (parent) => parent === null) as Node)
    const place = replacement?.shown.find(({ isConnected }) => isConnected)
    const parent = place?.parentNode
    if (!replacement || !place || !parent) return
    for (const original of replacement.originals)
      if (!original.isConnected && known.get(original) === replacement) insertBefore.call(parent, original, place)
    for (const shown of replacement.shown) shown.parentNode?.removeChild(shown)
  }

  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    putBack(node)
    if (before) putBack(before)
    return insertBefore.call(
      this,
      node,
      around(before, (parent) => parent === this),
    ) as T
  }
  prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    return this.insertBefore(node, null)
  }
  prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    putBack(node)
    // What the page itself removes stays away.
    note(observer.takeRecords())
    const part = around(node, (parent) => parent === this)
    // Off the page already, or together with the element a translator put around it.
    if (part || node.isConnected) removeChild.call(this, part?.textContent === node.textContent ? (part ?? node) : node)
    observer.takeRecords()
    known.delete(node)
    return node
  }
  Object.defineProperty(prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      putBack(this)
      nodeValue?.set?.call(this, value)
    },
  })
  observer.observe(document, { childList: true, subtree: true })
}
