/**
 * Loaded into a server before the program: moves its wall clock when told to. Timers and `performance.now()` go on as
 * before, like on a machine whose clock is set. Databases, nodes and other threads keep theirs.
 */

export interface ClockOrder {
  op: 'move-clock'
  aheadMs: number
}

let aheadMs = 0
const realNow = Date.now
const now = () => realNow() + aheadMs

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})

process.on('message', (order: ClockOrder) => {
  if (order.op === 'move-clock') aheadMs = order.aheadMs
})
// Listening must not keep the program from ending.
process.channel?.unref()
