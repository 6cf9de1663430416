export interface ServerEvent {
  /** `message` unless the server names it. */
  name: string
  data: string
}

/** Parses server-sent events from chunks of any size. Comments and unknown fields are ignored. */
export function sseReader(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      let name = 'message'
      const data: string[] = []
      for (const line of block.split('\n')) {
        if (line.startsWith('data: ')) data.push(line.slice(6))
        else if (line.startsWith('event: ')) name = line.slice(7)
      }
      if (data.length > 0) onEvent({ name, data: data.join('\n') })
    }
  }
}
