export type StrokeLook = 'solid' | 'outlined' | 'empty' | 'missing'
