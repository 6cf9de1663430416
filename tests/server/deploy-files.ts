import { parse } from 'yaml'

/** Names that the files of `deploy/` may use. */
export interface Known {
  isSetting(name: string): boolean
  isServed(path: string): boolean
  /** `path` is relative to the repository. */
  exists(path: string): boolean
  isCommand(word: string): boolean
  isMetric(name: string): boolean
  /** Maximum seconds a server takes to stop. */
  longestStop: number
}

type Names = Record<string, string>

interface Service {
  build?: { context: string; dockerfile: string }
  env_file?: string
  environment?: Names
  secrets?: string[]
  volumes?: string[]
  stop_grace_period?: string
  healthcheck?: { test: string[] }
  logging?: { options: { 'max-size'?: string } }
}

/** The server's container in compose.yaml. */
interface ServerService {
  environment: Names
  read_only: boolean
  tmpfs: string
  cap_drop: string[]
  security_opt: string[]
}

export const serverOf = (text: string): ServerService =>
  (parse(text) as { services: { server: ServerService } }).services.server

export interface Compose {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, null>
  networks?: { default?: { enable_ipv6?: boolean } }
}

const SERVER = 'server'
const unless = (isFine: boolean, fault: string): string[] => (isFine ? [] : [fault])
const secondsOf = (text: string | undefined) => Number(/^(\d+)s$/.exec(text ?? '')?.[1] ?? Number.NaN)
const settingFaults = (names: readonly string[], known: Known) =>
  names.flatMap((name) => unless(known.isSetting(name), `${name} is no setting`))
const healthFaults = (paths: readonly string[], known: Known) =>
  paths.length === 0
    ? ['asks for no health']
    : paths.flatMap((path) => unless(known.isServed(path), `${path} is not served`))

/** Returns the lines of a settings file as pairs. */
const settingsOf = (text: string): Names =>
  Object.fromEntries([...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

export const settingsFileFaults = (text: string, known: Known) => settingFaults(Object.keys(settingsOf(text)), known)

/** Returns the faults of compose.yaml. Files are named relative to `deploy/`. */
export function composeFaults(text: string, known: Known): string[] {
  const { services, secrets, volumes, networks } = parse(text) as Compose
  const server = services[SERVER]
  const { context, dockerfile } = server?.build ?? { context: '', dockerfile: '' }
  return [
    ...settingFaults(Object.keys(server?.environment ?? {}), known),
    ...unless(context === '..' && known.exists(dockerfile), `${dockerfile} doesn't exist`),
    ...unless(secondsOf(server?.stop_grace_period) > known.longestStop, 'a stopping server is killed too early'),
    ...unless(
      services.database?.healthcheck?.test.includes('--host=127.0.0.1') === true,
      'the database seems healthy while it is created',
    ),
    ...unless(networks?.default?.enable_ipv6 === true, 'the proxy sees no address of visitors over IPv6'),
    ...Object.entries(services).flatMap(([name, { logging }]) =>
      unless(logging?.options['max-size'] !== undefined, `the log of ${name} grows for ever`),
    ),
    ...Object.values(services).flatMap((service) => serviceFaults(service, Object.keys(secrets), volumes, known)),
  ]
}

function serviceFaults(service: Service, secrets: string[], volumes: Compose['volumes'], known: Known): string[] {
  const granted = service.secrets ?? []
  const read = Object.entries(service.environment ?? {}).filter(([name]) => name.endsWith('_FILE'))
  const used = read.map(([, path]) => path.replace('/run/secrets/', ''))
  const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
  return [
    ...used.flatMap((name) => unless(granted.includes(name), `secret ${name} is read and not granted`)),
    ...granted.flatMap((name) => unless(used.includes(name), `secret ${name} is granted and not read`)),
    ...granted.flatMap((name) => unless(secrets.includes(name), `secret ${name} is not declared`)),
    ...mounted.flatMap((from) =>
      unless(from.startsWith('.') ? known.exists(`deploy/${from}`) : from in volumes, `${from} doesn't exist`),
    ),
    ...(service.env_file === undefined
      ? []
      : unless(known.exists(`deploy/${service.env_file}.example`), `${service.env_file} has no example`)),
  ]
}

/** Returns the faults of the proxy's configuration. `given` is the proxy's environment. */
export function caddyFaults(text: string, given: Names, known: Known): string[] {
  const health = [...text.matchAll(/^\s*health_uri (\S+)$/gm)].map(([, path = '']) => path)
  const variables = [...text.matchAll(/\{\$(\w+)/g)].map(([, name = '']) => name)
  return [
    ...healthFaults(health, known),
    ...variables.flatMap((name) => unless(name in given, `${name} is not set for the proxy`)),
  ]
}

/** Returns the proxy's environment: the shared settings and its own. */
export function proxyEnvironment(compose: string, settings: string): Names {
  return { ...settingsOf(settings), ...(parse(compose) as Compose).services.proxy?.environment }
}

/** Returns the faults of the Containerfile. Sources are relative to the repository, which is the build's context. */
export function containerfileFaults(text: string, known: Known): string[] {
  const lines = text.replace(/\\\n/g, ' ').split('\n')
  const of = (word: string) =>
    lines.flatMap((line) => (line.trim().startsWith(`${word} `) ? [line.trim().slice(word.length + 1)] : []))
  const variables = of('ENV').flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)])
  const port = variables.find(([, name]) => name === 'PORT')?.[2]
  const asked = of('HEALTHCHECK').flatMap((line) => [
    ...line.matchAll(/'http:\/\/127\.0\.0\.1:' \+ process\.env\.(\w+) \+ '(\/[\w/]*)'/g),
  ])
  const copied = of('COPY').flatMap((line) => (line.startsWith('--from=') ? [] : line.split(/\s+/).slice(0, -1)))
  const started = of('CMD').flatMap((line) => JSON.parse(line) as string[])
  const commands = of('RUN').flatMap((line) => [...line.matchAll(/npm run ([\w-]+)/g)].map(([, word = '']) => word))
  return [
    ...settingFaults(
      variables.map(([, name = '']) => name),
      known,
    ),
    ...healthFaults(
      asked.map(([, , path = '']) => path),
      known,
    ),
    ...asked.flatMap(([, name]) =>
      unless(
        variables.some(([, set]) => set === name),
        `${name} is not set`,
      ),
    ),
    ...unless(of('EXPOSE').join() === port, `it exposes another port than ${port}`),
    ...[...copied, ...started].flatMap((path) => unless(known.exists(path), `${path} doesn't exist`)),
    ...commands.flatMap((word) => unless(known.isCommand(word), `npm run ${word} doesn't exist`)),
    ...unless(of('USER').at(-1) === '65534:65534', 'it runs as a user with rights'),
  ]
}

export function unitFaults(text: string, known: Known): string[] {
  const values = (key: string) =>
    [...text.matchAll(new RegExp(`^${key}=(.+)$`, 'gm'))].map(([, value = '']) => value.trim())
  const variables = values('Environment').map((line) => [line.split('=')[0] ?? '', line.replace(/^\w+=/, '')] as const)
  const credentials = values('LoadCredential').map((line) => line.split(':')[0] ?? '')
  const read = variables.flatMap(([, value]) => (value.startsWith('%d/') ? [value.slice(3)] : []))
  const programs = values('ExecStart').flatMap((line) => line.split(' ').slice(1))
  const files = values('EnvironmentFile').map((path) => `deploy/${path.split('/').at(-1)}.example`)
  return [
    ...settingFaults(
      variables.map(([name]) => name),
      known,
    ),
    ...read.flatMap((name) => unless(credentials.includes(name), `credential ${name} is read and not loaded`)),
    ...credentials.flatMap((name) => unless(read.includes(name), `credential ${name} is loaded and not read`)),
    ...[...programs, ...files].flatMap((path) => unless(known.exists(path), `${path} doesn't exist`)),
    ...unless(programs.length > 0, 'it starts nothing'),
    // Debian's Node in /usr/bin is too old; Node 24 is in /usr/local/bin.
    ...unless(values('ExecStart').join().startsWith('node '), 'it names the folder of Node'),
    ...unless(secondsOf(values('TimeoutStopSec')[0]) > known.longestStop, 'a stopping server is killed too early'),
  ]
}

interface Rule {
  alert?: string
  record?: string
  expr: string
  annotations?: { summary?: string }
}

export function alertFaults(text: string, known: Known): string[] {
  const { groups } = parse(text) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  const recorded = rules.flatMap(({ record = [] }) => record)
  const names = rules.map(({ alert, record }) => alert ?? record ?? '')
  return [
    ...rules.flatMap(({ expr }) => expressionFaults(expr, known, recorded)),
    ...rules.flatMap(({ alert, annotations }) =>
      alert === undefined ? [] : unless(Boolean(annotations?.summary), `${alert} says nothing`),
    ),
    ...names.flatMap((name, index) => unless(names.indexOf(name) === index, `${name} is there twice`)),
    ...recorded.flatMap((name) =>
      unless(
        rules.some(({ expr }) => expr.includes(name)),
        `${name} is recorded for nothing`,
      ),
    ),
  ]
}

interface AlertTests {
  tests: { alert_rule_test?: { alertname: string; exp_alerts?: unknown[] }[] }[]
}

/** Returns alerts that promtool's tests don't see both fire and stay silent, and tests of unknown alerts. */
export function alertTestFaults(tests: string, alerts: string): string[] {
  const { groups } = parse(alerts) as { groups: { rules: Rule[] }[] }
  const names = groups.flatMap(({ rules }) => rules.flatMap(({ alert = [] }) => alert))
  const cases = (parse(tests) as AlertTests).tests.flatMap(({ alert_rule_test: all = [] }) => all)
  const fires = cases.filter(({ exp_alerts: expected = [] }) => expected.length > 0)
  const isSilent = (name: string) => cases.some((each) => each.alertname === name && !fires.includes(each))
  return [
    ...names.flatMap((name) =>
      unless(
        fires.some(({ alertname }) => alertname === name),
        `${name} is not seen to fire`,
      ),
    ),
    ...names.flatMap((name) => unless(isSilent(name), `${name} is not seen to keep silent`)),
    ...cases.flatMap(({ alertname }) => unless(names.includes(alertname), `${alertname} is no alert`)),
  ]
}

interface Panel {
  id: number
  title: string
  targets?: { expr: string }[]
}

export function dashboardFaults(text: string, known: Known): string[] {
  const { panels } = JSON.parse(text) as { panels: Panel[] }
  const ids = panels.map(({ id }) => id)
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  return [
    ...expressions.flatMap((expr) => expressionFaults(expr, known)),
    ...unless(expressions.length > 0, 'it shows nothing'),
    ...unless(new Set(ids).size === ids.length, 'panels share an id'),
  ]
}

const OPERATORS = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset'])

/** Returns names that are neither functions, labels, operators nor known metrics. */
function expressionFaults(expression: string, known: Known, recorded: readonly string[] = []): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  const names = [...bare.matchAll(/(?<![\w.:])[a-zA-Z_][\w:]*(?!\s*\(|[\w:])/g)].map(([name]) => name)
  const metrics = names.filter((name) => !OPERATORS.has(name))
  return metrics.length === 0
    ? [`${expression} asks for nothing`]
    : metrics.flatMap((name) =>
        unless(name === 'up' || recorded.includes(name) || known.isMetric(name), `${name} is no metric`),
      )
}
