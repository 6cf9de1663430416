/** Returns the files of a new lesson. They load, and fail the check until they are written. */
export function newLessonFiles(): Record<'lesson.json' | 'content.md', string> {
  const option = (text: string) => ({ text, explanation: 'Why it is right, or the mistake behind it.' })
  const lesson = {
    title: 'A title of 3 to 80 characters',
    difficulty: 'beginner',
    unit: 'first-wallet',
    keyTakeaways: ['One sentence to remember.'],
    predict: {
      text: 'A question before the text?',
      options: ['One', 'Another'],
      outcome: 'How it turns out, and why.',
    },
    questions: [
      {
        kind: 'choose-one',
        id: 'a-permanent-id',
        text: 'A question?',
        paragraph: 2,
        options: [option('The right one'), option('A wrong one')],
        answer: 0,
      },
    ],
    sources: [{ title: 'A primary source', url: 'https://ethereum.org/' }],
  }
  return {
    'lesson.json': `${JSON.stringify(lesson, null, 2)}\n`,
    'content.md': 'The hook: a real question in some 30 words.\n\nThe text.\n',
  }
}
