/** A notification about a stranger, and one about the viewer's own account. */
export const ofStrangers = [
  {
    id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d41',
    type: 'new_follower',
    title: 'merkle_maya follows you',
    message: 'They see your lines and battles on their dashboard.',
    isRead: false,
    createdAt: '2026-03-02T11:58:00.000Z',
    relatedId: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d31',
    path: '/user/5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d31',
    fromStranger: true,
    actor: {
      id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d31',
      username: 'merkle_maya',
      profileImageUrl: null,
      currentStreak: 12,
    },
  },
  {
    id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d42',
    type: 'other',
    title: 'Notifications were turned on in a browser',
    message: 'It shows your notifications while it is closed.',
    isRead: true,
    createdAt: '2026-03-02T10:00:00.000Z',
    relatedId: null,
    path: '/',
    fromStranger: false,
    actor: null,
  },
]
