export const helpPages = [
  { slug: 'aura', title: 'How aura works' },
  { slug: 'guide', title: 'Guide' },
  { slug: 'faq', title: 'FAQ' },
  { slug: 'tips', title: 'Tips' },
  { slug: 'terms', title: 'Terms' },
  { slug: 'privacy', title: 'Privacy' },
  { slug: 'support', title: 'Creator Support' },
] as const
