/** In place of a question's id where a review asks for a lesson's lab, and in its card. */
export const LAB_ID = 'lab'
