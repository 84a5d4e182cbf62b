/** The hundred most used emoji. They need no loading. */
export const COMMON_EMOJI: readonly string[] = Array.from(
  new Intl.Segmenter('ru', { granularity: 'grapheme' }).segment(
    '😂❤️👍🔥😍🤣😊🙏😁🎉😭😘🥰😅👏😎🤔💪😉🙂😢😡😱🤯🥳😴🤗😏😌🙄😬😳🥺😤😜🤪😇🤩😋🤤🤨😐😶😒😞😔😟😕🙃😑🫡🫠🤫🤭🤐🥱🤢🤮🤧🥶🥵💀👻👽🤖👾🎮🕹️🏆🥇🎯🎲⚔️🛡️🏹💣⚡✨🌟💯✅❌❗❓👀👌✌️🤞🤝🙌👋👎💔💚💜🖤🍕🍺☕🎂🚀🐱🐶',
  ),
  ({ segment }) => segment,
);
