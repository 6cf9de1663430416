import { SignClient as Library } from '@walletconnect/sign-client'
import { EVENTS, METHODS } from './asked-for.ts'
import type { SessionEvent, SignClient } from './sign-client.ts'

const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** Starts the library without telemetry and restores the sessions stored in this browser. */
export async function loadSignClient(projectId: string): Promise<SignClient> {
  const { origin } = location
  const library = await Library.init({
    projectId,
    telemetryEnabled: false,
    logger: 'silent',
    metadata: {
      name: 'Aura',
      description: 'A social reputation network for creators',
      url: origin,
      icons: [`${origin}/favicon.svg`],
    },
  })
  return {
    sessions: () => library.session.getAll(),
    async propose(chainId) {
      // Everything is optional, as the protocol recommends. A missing permission surfaces when it is needed.
      const eip155 = { chains: [`eip155:${chainId}`], methods: [...METHODS], events: [...EVENTS] }
      const { uri, approval } = await library.connect({ optionalNamespaces: { eip155 } })
      if (uri === undefined) throw new Error('WalletConnect gave no address to scan')
      const approved = approval()
      approved.catch(() => undefined)
      return { uri, approval: approved }
    },
    request: (topic, chainId, method, params) =>
      library.request({ topic, chainId: `eip155:${chainId}`, request: { method, params } }),
    end: (topic) => library.disconnect({ topic, reason: USER_DISCONNECTED }),
    rest: () => library.core.relayer.transportClose(),
    onEvent: (listener) => listen(library, listener),
  }
}

function listen(library: InstanceType<typeof Library>, listener: (event: SessionEvent) => void): void {
  library.on('session_event', ({ topic, params }) => {
    const { name, data } = params.event
    if (name === 'accountsChanged') listener({ kind: 'accounts', topic, accounts: data })
    if (name === 'chainChanged') listener({ kind: 'chain', topic, chain: data })
  })
  library.on('session_update', ({ topic, params }) => {
    listener({ kind: 'update', topic, namespaces: params.namespaces })
  })
  library.on('session_delete', ({ topic }) => listener({ kind: 'end', topic }))
  library.on('session_expire', ({ topic }) => listener({ kind: 'end', topic }))
}
