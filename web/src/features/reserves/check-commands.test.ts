import { steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { encodeFunctionData } from 'viem/utils'
import { expect, it } from 'vitest'
import { checkCommands } from './check-commands.ts'

it('asks the contracts as a library would', () => {
  const [contract, token] = [`0x${'ab'.repeat(20)}` as const, `0x${'cd'.repeat(20)}`]
  const { held, outstanding } = checkCommands(
    { block: { number: 255 }, contractAddress: contract, usdcAddress: token },
    'https://node.example',
  )
  expect(held).toContain(encodeFunctionData({ abi: usdcAbi, functionName: 'balanceOf', args: [contract] }))
  expect(held).toContain(`"to":"${token}"`)
  expect(outstanding).toContain(
    `"data":"${encodeFunctionData({ abi: steezeStackAbi, functionName: 'outstanding', args: [] })}"`,
  )
  for (const command of [held, outstanding]) expect(command).toContain('curl -s https://node.example')
  expect(outstanding).toContain('},"0xff"]')
})
