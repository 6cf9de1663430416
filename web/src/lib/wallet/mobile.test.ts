import { describe, expect, it } from 'vitest'
import { isMobile, walletApps } from './mobile.ts'

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('isMobile', () => {
  it.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15',
    'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  ])('knows a phone or tablet by its user agent: %s [frame.mobile-by-user-agent]', (userAgent) => {
    expect(isMobile(userAgent)).toBe(true)
  })

  it('takes nothing else for one', () => {
    expect(isMobile(DESKTOP)).toBe(false)
    expect(isMobile('')).toBe(false)
  })
})

describe('walletApps', () => {
  it('link to each app’s own browser, with this page in it [landing.deep-links]', () => {
    expect(walletApps('https://aura.example/?join=1&next=%2Fbattles')).toEqual([
      { name: 'MetaMask', url: 'https://metamask.app.link/dapp/aura.example/?join=1&next=%2Fbattles' },
      {
        name: 'Trust Wallet',
        url: 'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Faura.example%2F%3Fjoin%3D1%26next%3D%252Fbattles',
      },
      {
        name: 'Coinbase Wallet',
        url: 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Faura.example%2F%3Fjoin%3D1%26next%3D%252Fbattles',
      },
    ])
  })
})
