const BALANCE_OF = '0x70a08231'
const OUTSTANDING = '0xe50d33e3'

interface Checked {
  block: { number: number }
  contractAddress: string
  usdcAddress: string
}

/** Returns shell commands that read both figures at one block: micro-USDC held and Steeze outstanding. */
export function checkCommands({ block, contractAddress, usdcAddress }: Checked, rpcUrl: string) {
  const at = `0x${block.number.toString(16)}`
  const ask = (to: string, data: string) => {
    const question = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data }, at] })
    const answer = `curl -s ${rpcUrl} -H 'content-type: application/json' -d '${question}'`
    return `printf '%d\\n' "$(${answer} | sed 's/.*"result":"//;s/".*//')"`
  }
  return {
    held: ask(usdcAddress, BALANCE_OF + contractAddress.slice(2).toLowerCase().padStart(64, '0')),
    outstanding: ask(contractAddress, OUTSTANDING),
  }
}
