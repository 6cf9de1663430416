import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NODES = [1, 2, 3] as const
const BRIDGE = 'aura-ha'
const SUBNET = '10.77.0'
const nameOf = (node: number) => `aura-ha-${node}`

/** A host of its own for each node, connected by a switch. */
export interface NodeNetwork {
  hosts: readonly string[]
  /** A program that takes a node's number and a command, and becomes that command on the node's host. */
  enter: string
  /** Pulls the node's cable: packets vanish both ways, and nothing says so. */
  cut(node: number): void
  mend(node: number): void
  remove(): void
}

const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] })

/**
 * Network namespaces on a bridge of this machine. Removes what an earlier run left. Returns null where this process can't
 * make them.
 */
export function openNodeNetwork(folder: string): NodeNetwork | null {
  remove()
  try {
    connectHosts()
  } catch {
    remove()
    return null
  }
  const enter = join(folder, 'enter-node')
  // Only entering a namespace needs the capability.
  writeFileSync(
    enter,
    '#!/bin/sh\nnode=$1\nshift\nexec nsenter --net=/run/netns/aura-ha-$node -- setpriv --inh-caps=-all --ambient-caps=-all "$@"\n',
  )
  chmodSync(enter, 0o755)
  return {
    hosts: NODES.map((node) => `${SUBNET}.${node}`),
    enter,
    cut: (node) => ip(`link set ${nameOf(node)} nomaster`),
    mend: (node) => ip(`link set ${nameOf(node)} master ${BRIDGE}`),
    remove,
  }
}

function connectHosts(): void {
  ip(`link add ${BRIDGE} type bridge`)
  ip(`addr add ${SUBNET}.254/24 dev ${BRIDGE}`)
  ip(`link set ${BRIDGE} up`)
  for (const node of NODES) {
    const name = nameOf(node)
    ip(`netns add ${name}`)
    ip(`link add ${name} type veth peer name eth0 netns ${name}`)
    ip(`link set ${name} master ${BRIDGE} up`)
    ip(`-n ${name} addr add ${SUBNET}.${node}/24 dev eth0`)
    for (const device of ['eth0', 'lo']) ip(`-n ${name} link set ${device} up`)
  }
}

function remove(): void {
  for (const gone of [...NODES.map((node) => `netns del ${nameOf(node)}`), `link del ${BRIDGE}`]) {
    try {
      ip(gone)
    } catch {
      // There is none.
    }
  }
}
