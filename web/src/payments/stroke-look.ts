/** How a stroke looks: there of one kind, there of another, not there, or there too little. */
export type StrokeLook = 'solid' | 'outlined' | 'empty' | 'missing'
