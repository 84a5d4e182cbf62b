/** The hundred that people really send; they need no loading. */
export const COMMON_EMOJI: readonly string[] = Array.from(
  new Intl.Segmenter('ru', { granularity: 'grapheme' }).segment(
    '😂❤️👍🔥😍🤣😊🙏😁🎉😭😘🥰😅👏😎🤔💪😉🙂😢😡😱🤯🥳😴🤗😏😌🙄😬😳🥺😤😜🤪😇🤩😋🤤🤨😐😶😒😞😔😟😕🙃😑🫡🫠🤫🤭🤐🥱🤢🤮🤧🥶🥵💀👻👽🤖👾🎮🕹️🏆🥇🎯🎲⚔️🛡️🏹💣⚡✨🌟💯✅❌❗❓👀👌✌️🤞🤝🙌👋👎💔💚💜🖤🍕🍺☕🎂🚀🐱🐶',
  ),
  ({ segment }) => segment,
);
