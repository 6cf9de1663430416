import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '#platform/context'
import type { JobTools } from '#platform/feature'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { notifyAdmins } from '../notify-admins.ts'

/**
 * Checks often until the network confirms the settings, then occasionally. Logs each change and notifies admins of a
 * mismatch at most once a day. Returns undefined if this server has nothing to confirm.
 */
export function settingsWatch(ctx: Context, { log }: Pick<JobTools, 'log'>): ScheduledJob | undefined {
  const guard = ctx.settingsGuard
  if (!guard) return undefined
  let known = ''
  return {
    async runBatch() {
      await guard.refreshIfDue()
      const { finding, standing } = guard
      const state = `${standing} ${JSON.stringify(finding)}`
      if (state === known) return false
      if (finding.is === 'contradicted') {
        await notifyAdmins(ctx, {
          message:
            'A server’s settings don’t match the contracts. Nothing is signed until they do; its log says which.',
          key: 'chain-settings',
        })
        log.error(
          { alert: 'chain-settings', settings: finding.sentences },
          'the network contradicts the settings; nothing is signed',
        )
      } else if (finding.is === 'confirmed') {
        if (known !== '') log.info({}, 'the network confirms the settings')
      } else if (standing !== 'confirmed') {
        log.warn(
          { reason: finding.reason },
          'the network has not confirmed the settings; nothing is signed until it does',
        )
      }
      known = state
      return false
    },
    msUntilNextRun: async () => null,
    maxSleepMs: SOON_MS,
  }
}

const VALUES = { confirmed: 1, unconfirmed: 0, contradicted: -1 }

export function registerSettings(register: Registry, { settingsGuard: guard }: Pick<Context, 'settingsGuard'>): void {
  if (!guard) return
  const gauge = new client.Gauge({
    name: 'chain_settings_confirmed',
    help: 'Whether the network confirms the settings: 1 yes, 0 not yet, -1 contradicts; nothing is signed below 1',
    registers: [register],
    collect() {
      gauge.set(VALUES[guard.standing])
    },
  })
}
