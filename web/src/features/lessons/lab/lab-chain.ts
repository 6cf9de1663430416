import type { Prompt } from '@aura/lab/prompt/prompt'
import type { Action } from '@aura/lab/transcript'
import workerUrl from './lab.worker.ts?worker&url'
import type { Fault, LabOrder, LabReply, LabSetup, LabState } from './lab-host.ts'
import { LabFault, type OpenedLab } from './lab-run.ts'

interface ScriptAddresses {
  createScriptURL(url: string): string
}

/** The Trusted Types API, missing from TypeScript's types. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptAddresses }
  | undefined

/** Longer than any lab takes on a slow phone. */
const HANGS_MS = 30_000

export class LabChain implements OpenedLab {
  private readonly setup: LabSetup
  private worker: Worker | undefined
  /** A worker replies in order, so each order waits for the reply to the one before. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(setup: LabSetup) {
    this.setup = setup
  }

  open = (actions: readonly Action[]): Promise<LabState> => this.ask<LabState>({ setup: this.setup, actions })
  act = (action: Action): Promise<LabState> => this.ask<LabState>({ action })
  preview = async (action: Action): Promise<Prompt | null> =>
    (await this.ask<{ prompt: Prompt | null }>({ preview: action })).prompt

  close(): void {
    this.worker?.terminate()
    this.worker = undefined
  }

  private ask<Reply extends LabReply>(order: LabOrder): Promise<Reply> {
    const reply = this.last.then(() => this.send<Reply>(order))
    this.last = reply.catch(() => null)
    return reply
  }

  private send<Reply extends LabReply>(order: LabOrder): Promise<Reply> {
    this.worker ??= startWorker()
    const { worker } = this
    return new Promise((resolve, reject) => {
      const fail = (reason: string, fault: Fault = 'not-loaded') => {
        clearTimeout(timer)
        this.close()
        reject(new LabFault(fault, reason))
      }
      const timer = setTimeout(() => fail('the lab does not respond'), HANGS_MS)
      worker.onerror = ({ message }) => fail(message || 'the lab could not be loaded')
      worker.onmessage = ({ data }: MessageEvent<LabReply>) => {
        if ('fault' in data) return fail(data.reason, data.fault)
        clearTimeout(timer)
        resolve(data as Reply)
      }
      worker.postMessage(order)
    })
  }
}

let policy: ScriptAddresses | undefined

/** With Trusted Types, a worker starts only from an address made by a policy. */
function startWorker(): Worker {
  const rules = { createScriptURL: () => workerUrl }
  if (typeof trustedTypes !== 'undefined') policy ??= trustedTypes.createPolicy('aura-lab', rules)
  return new Worker((policy ?? rules).createScriptURL(workerUrl), { type: 'module', name: 'lab' })
}
