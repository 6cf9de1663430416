import client, { type Registry } from '@prometheus-io/client'

/** Numbers sent by type since the process started, because jobs have no registry. */
const sent = new Map<string, number>()

/** Counts notifications. Call it after their transaction has committed. */
export function countSent(notifications: readonly { type: string }[]): void {
  for (const { type } of notifications) sent.set(type, (sent.get(type) ?? 0) + 1)
}

export function registerSent(register: Registry): void {
  const counter = new client.Counter({
    name: 'reminders_sent_total',
    help: 'Reminders and weekly recaps that the rounds of reminders sent, by type of notification',
    labelNames: ['type'],
    registers: [register],
    collect() {
      counter.reset()
      for (const [type, count] of sent) counter.inc({ type }, count)
    },
  })
}
