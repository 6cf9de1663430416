const plans = (battles: number, ...givers: number[]) => givers.map((each) => ({ battles, givers: each }))

export const PLANS = [...plans(1, 1, 16, 64, 256, 1_000), ...plans(100, 256, 1_000)]
export const SLOW_DISK_PLANS = [...plans(1, 1, 256), ...plans(100, 256)]
export type Plan = (typeof PLANS)[number]

export const MOST = { battles: 100, givers: 1_000 }
