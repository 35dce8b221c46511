/**
 * The files of a new workspace, by path. Comments are where no model reads them: in README.md, and in the head of the
 * skill. A comment in AGENTS.md would be sent with every request.
 */
export const workspaceFiles: Readonly<Record<string, string>> = {
  'README.md': `# An agent's workspace

Everything that Lamella sends to a model comes from these files. They are read anew for each request, so edit them as you
like. This file is not sent.

| file | |
|---|---|
| \`AGENTS.md\` | Instructions. Sent whole with every request: keep it short. \`AGENTS.<name>.md\` is for one agent |
| \`SOUL.md\` | Who the agent is. It comes first |
| \`memory/MEMORY.md\` | Memories, one a line. Only those that fit the question best are sent, and only in private sessions |
| \`skills/<name>/SKILL.md\` | A skill. Its name and description are sent if a tool can load the rest (\`--load-skills-with\`) |
| \`sessions/first.jsonl\` | A conversation, one message a line. Programs keep theirs in a store: \`fileSessions\` or \`sqlite\` |

\`\`\`sh
lamella explain . --session sessions/first.jsonl --message "And beans?"   # what is sent, and what gives way
lamella context . --session sessions/first.jsonl --window 8k              # how full the window is
lamella doctor .                                                          # what is wrong
\`\`\`
`,
  'SOUL.md': 'You are Kim, a careful gardener.\n',
  'AGENTS.md': `# How you work

- Answer in two or three sentences.
- Ask for the place before you advise on a date.
- Say so when you are not sure.
`,
  'memory/MEMORY.md': `- Ada's garden is in Bern, 550 metres above the sea.
- The soil is heavy and dries slowly. <!-- importance: 8 -->
- Tomatoes grow under the south wall. <!-- trigger: tomato, tomatoes -->
`,
  'skills/sowing/SKILL.md': `---
# The name is that of the folder.
name: sowing
# The model decides by this sentence whether to load the rest: say what the skill does, and when to use it.
description: Says when to sow what, by place and weather. Use for every question about seeds.
---

1. Ask for the place and the height above the sea.
2. Beans and cucumbers need soil of 12 degrees; peas and spinach grow from 5 degrees.
3. Name a range of two weeks, and not a day.
`,
  'sessions/first.jsonl': `${[
    { role: 'user', content: 'When can I sow peas?' },
    { role: 'assistant', content: 'In Bern from the middle of March, once the soil has 5 degrees and is not wet.' },
  ]
    .map((message) => JSON.stringify(message))
    .join('\n')}\n`,
}
