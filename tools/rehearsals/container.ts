import { readFileSync } from 'node:fs'
import { settled } from './checks.ts'
import type { Engine } from './engine.ts'

const STOP_SECONDS = 75

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

/** A container of the image, as compose.yaml runs it. */
export class ServerContainer {
  readonly #engine: Engine
  readonly #name: string

  private constructor(engine: Engine, name: string) {
    this.#engine = engine
    this.#name = name
  }

  static async create(engine: Engine, image: string, args: readonly string[], name: string): Promise<ServerContainer> {
    // The container would outlive this process.
    process.once('exit', () => engine.removeNow(name))
    await engine.podman(['create', '--name', name, ...engine.runArgs, ...args, image])
    return new ServerContainer(engine, name)
  }

  /** Returns the time until the server at `url` was ready. */
  async start(url: string): Promise<number> {
    const startedAtMs = performance.now()
    await this.#engine.podman(['start', this.#name])
    await settled(async () => {
      if (
        await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return true
      if ((await this.#inspect('{{.State.Status}}')) === 'running') return false
      throw new Error(await this.#engine.podman(['logs', this.#name]))
    }, 'The server is ready')
    return performance.now() - startedAtMs
  }

  /** Runs one of the server's programs in the container. Returns its output; throws if it fails. */
  exec = (...args: string[]): Promise<string> => this.#engine.podman(['exec', this.#name, 'node', ...args])

  #inspect = (format: string): Promise<string> => this.#engine.podman(['inspect', this.#name, '--format', format])

  untilHealthy = (): Promise<void> =>
    settled(() => succeeds(this.#engine.podman(['healthcheck', 'run', this.#name])), 'The health check succeeds')

  /** Returns the rights of its first process as the kernel sees them. */
  async rights(): Promise<{ uid: string; capabilities: string; gainsNone: boolean; isRootReadOnly: boolean }> {
    const pid = await this.#inspect('{{.State.Pid}}')
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
    const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n')
    const [, , , , , options = ''] = mounts.find((line) => line.split(' ')[4] === '/')?.split(' ') ?? []
    return {
      uid: field('Uid'),
      capabilities: String(BigInt(`0x${field('CapBnd')}`) | BigInt(`0x${field('CapEff')}`)),
      gainsNone: field('NoNewPrivs') === '1',
      isRootReadOnly: options.split(',').includes('ro'),
    }
  }

  /** Stops the container by TERM, as an engine does. Returns its exit code and the time it took. */
  async stop(): Promise<{ code: number; ms: number }> {
    const startedAtMs = performance.now()
    await this.#engine.podman(['stop', '--time', String(STOP_SECONDS), this.#name])
    const ms = performance.now() - startedAtMs
    return { code: Number(await this.#inspect('{{.State.ExitCode}}')), ms }
  }
}
