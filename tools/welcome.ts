export function welcome(url: string, { isLocal, isXSandbox }: { isLocal: boolean; isXSandbox: boolean }): string {
  const first = `
  1. Open ${url} in a browser.
  2. Press LOGIN and choose "Aura Demo Wallet"${isXSandbox ? ', or "Connect with X" and any handle you like' : ''}.
  3. Read a lesson and claim its points.
`
  return `
  Aura is running: ${url}
${isLocal ? first : ''}
  Ctrl-C stops everything. What ${isLocal ? 'you' : 'people'} did is kept for the next start.
`
}

export const whyNoDemo = (isLocal: boolean): string =>
  isLocal ? 'none, DEMO_DATA is off' : 'none, it is for CHAIN=local only'
