import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

export interface Certificate {
  begins: Date
  ends: Date
  /** Version of TLS, such as TLSv1.3. */
  protocol: string | null
}

export interface Probed {
  /** Headers by name in lower case. */
  headers: ReadonlyMap<string, string>
  status: number
  /** Whether the first part of the body arrived while the response was still open. */
  hasBody: boolean
  /** The server's certificate; undefined without TLS. */
  certificate: Certificate | undefined
}

const MAX_HEAD_BYTES = 16_384

/** Opens an endless response and reads until its first part. Throws the error of TLS or the connection. */
export async function probeStream(
  url: URL,
  { headMs, bodyMs, signal }: { headMs: number; bodyMs: number; signal: AbortSignal },
): Promise<Probed> {
  const socket = open(url)
  const stop = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const request = [
      `GET ${url.pathname}${url.search} HTTP/1.1`,
      `Host: ${url.host}`,
      'Accept: text/event-stream',
      'Accept-Encoding: gzip, br',
      'User-Agent: aura-doctor',
      'Connection: close',
    ]
    socket.write(`${request.join('\r\n')}\r\n\r\n`)
    const head = await read(socket, headMs, (text) => text.includes('\r\n\r\n'))
    if (!head.isDone) throw new Error(`no response within ${headMs} ms`)
    const [first = '', rest = ''] = split(head.text)
    const body = rest !== '' || (await read(socket, bodyMs, (text) => text !== '')).isDone
    return { ...headOf(first), hasBody: body, certificate: certificateOf(socket) }
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isTls = protocol === 'https:'
  const to = { host, port: Number(port || (isTls ? 443 : 80)) }
  return isTls
    ? connectTls({ ...to, ...(isIP(host) ? {} : { servername: host }), ALPNProtocols: ['http/1.1'] })
    : connectTcp(to)
}

function certificateOf(socket: Socket | TLSSocket): Certificate | undefined {
  if (!('getPeerCertificate' in socket)) return undefined
  const { valid_from, valid_to } = socket.getPeerCertificate()
  return { begins: new Date(valid_from), ends: new Date(valid_to), protocol: socket.getProtocol() }
}

const split = (text: string): [string, string] => {
  const end = text.indexOf('\r\n\r\n')
  return [text.slice(0, end), text.slice(end + 4)]
}

function headOf(text: string): Pick<Probed, 'headers' | 'status'> {
  const [first = '', ...lines] = text.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1] ?? 0), headers: new Map(headers) }
}

/** Reads until `isDone`, the end of the response, the time limit or the largest head. */
function read(
  socket: Socket,
  ms: number,
  isDone: (text: string) => boolean,
): Promise<{ text: string; isDone: boolean }> {
  return new Promise((resolve, reject) => {
    let text = ''
    const finish = () => {
      clearTimeout(timer)
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
      resolve({ text, isDone: isDone(text) })
    }
    const listeners = {
      data: (part: Buffer) => {
        text += part.toString('latin1')
        if (isDone(text) || text.length > MAX_HEAD_BYTES) finish()
      },
      end: finish,
      close: finish,
      error: (error: Error) => {
        clearTimeout(timer)
        reject(error)
      },
    }
    const timer = setTimeout(finish, ms)
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
  })
}
