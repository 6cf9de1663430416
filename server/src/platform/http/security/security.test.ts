import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const PLAIN = { origin: 'http://localhost:3000', walletConnectProjectId: null, localRpcUrl: null }

describe('security headers', () => {
  it('are these for pages, to the letter', () => {
    expect(securityHeaders(PLAIN).page).toEqual({
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob:;media-src 'self' blob:;font-src 'self';" +
        "connect-src 'self';manifest-src 'self';worker-src 'self';frame-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';" +
        "require-trusted-types-for 'script'",
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
  })

  it('let others frame only what is meant for it, which may do no more than other pages', () => {
    const site = { ...PLAIN, walletConnectProjectId: 'a project', localRpcUrl: 'http://127.0.0.1:20000' }
    const { page } = securityHeaders(PLAIN)
    const { 'x-frame-options': _, ...rest } = page
    expect(securityHeaders(site).framed).toEqual({
      ...rest,
      'content-security-policy': page['content-security-policy']
        ?.replace("form-action 'self';frame-ancestors 'none'", "form-action 'none';frame-ancestors *")
        .replace("frame-src 'self'", "frame-src 'none'"),
    })
  })

  it('let pages connect to the local chain if there is one, and to nothing else', () => {
    const policy = (localRpcUrl: string | null) =>
      securityHeaders({ ...PLAIN, localRpcUrl }).page['content-security-policy']
    expect(policy('http://127.0.0.1:20000/path')).toContain("connect-src 'self' http://127.0.0.1:20000;")
    expect(policy(null)).toBe(securityHeaders(PLAIN).page['content-security-policy'])
  })

  it('let pages reach WalletConnect only where it is set up [frame.wallet-connect]', () => {
    const policy = (walletConnectProjectId: string | null) =>
      securityHeaders({ ...PLAIN, walletConnectProjectId }).page['content-security-policy'] ?? ''
    expect(policy(null)).not.toContain('walletconnect')
    expect(policy('a project')).toBe(
      policy(null)
        .replace("connect-src 'self'", "connect-src 'self' wss://relay.walletconnect.org")
        .replace("frame-src 'self'", "frame-src 'self' https://verify.walletconnect.org"),
    )
    expect(securityHeaders({ ...PLAIN, walletConnectProjectId: 'a project' }).data).toEqual(securityHeaders(PLAIN).data)
  })

  it('are these for data, to the letter', () => {
    expect(securityHeaders(PLAIN).data).toEqual({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
  })

  it('leave out of scripts, styles and fonts what only documents heed', () => {
    expect(securityHeaders(PLAIN).file).toEqual({
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  it('enforce https only on an https site', () => {
    const { page, data, file } = securityHeaders({ ...PLAIN, origin: 'https://aura.example' })
    expect(page['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(data['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(file['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(page).toEqual({ ...securityHeaders(PLAIN).page, 'strict-transport-security': expect.any(String) })
  })
})
