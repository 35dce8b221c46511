import type { ContextMessageRole, MemoryChunk } from '@lamella/chunks'

/** One chunk per tag, with its expected text. */
export interface Example {
  readonly chunk: MemoryChunk
  readonly role: ContextMessageRole
  readonly text: string
}

const id = 'chunk_xxx'
const workflow = { tool: 'read_file', callId: 'call_123', status: 'pending' }
const example = (chunk: MemoryChunk, role: ContextMessageRole, ...lines: readonly string[]): Example => {
  return { chunk, role, text: lines.join('\n') }
}

export const examples: readonly Example[] = [
  example(
    { id, type: 'SYSTEM', content: 'System context content', metadata: { priority: 1000 } },
    'system',
    '<system_context id="chunk_xxx" priority="1000">',
    '  System context content',
    '</system_context>',
  ),
  example(
    { id, type: 'AGENT', content: 'User message content', metadata: { role: 'user' } },
    'user',
    '<user_message id="chunk_xxx" role="user">',
    '  User message content',
    '</user_message>',
  ),
  example(
    { id, type: 'AGENT', content: 'Assistant response content', metadata: { role: 'assistant' } },
    'assistant',
    '<assistant_response id="chunk_xxx" role="assistant">',
    '  Assistant response content',
    '</assistant_response>',
  ),
  example(
    {
      id,
      type: 'AGENT',
      content: 'Clarification question',
      metadata: { role: 'assistant', action: 'clarification' },
    },
    'assistant',
    '<assistant_clarification id="chunk_xxx" role="assistant" action="clarification">',
    '  Clarification question',
    '</assistant_clarification>',
  ),
  example(
    { id, type: 'WORKFLOW', subType: 'TOOL_CALL', content: '{"path": "/src/main.ts"}', metadata: workflow },
    'assistant',
    '<tool_call id="chunk_xxx" action="tool_call" tool="read_file" call_id="call_123" status="pending">',
    '  {"path": "/src/main.ts"}',
    '</tool_call>',
  ),
  example(
    {
      id,
      type: 'WORKFLOW',
      subType: 'SKILL_CALL',
      content: '{"code": "..."}',
      metadata: { skill: 'code_review', callId: 'call_456', status: 'pending' },
    },
    'assistant',
    '<skill_call id="chunk_xxx" action="skill_call" skill="code_review" call_id="call_456" status="pending">',
    '  {"code": "..."}',
    '</skill_call>',
  ),
  example(
    {
      id,
      type: 'DELEGATION',
      subType: 'SPAWN_SUBAGENT',
      content: '{"task": "Search for..."}',
      metadata: { subagentId: 'agent_123', agentType: 'researcher' },
    },
    'assistant',
    '<spawn_subagent id="chunk_xxx" subagent_id="agent_123" agent_type="researcher">',
    '  {"task": "Search for..."}',
    '</spawn_subagent>',
  ),
  example(
    {
      id,
      type: 'DELEGATION',
      subType: 'MESSAGE_TO_SUBAGENT',
      content: 'Please continue research...',
      metadata: { subagentId: 'agent_123' },
    },
    'assistant',
    '<message_to_subagent id="chunk_xxx" subagent_id="agent_123">',
    '  Please continue research...',
    '</message_to_subagent>',
  ),
  example(
    {
      id,
      type: 'DELEGATION',
      subType: 'SUBAGENT_RESULT',
      content: 'Research results...',
      metadata: { subagentId: 'agent_123', success: true },
    },
    'user',
    '<subagent_result id="chunk_xxx" subagent_id="agent_123" success="true">',
    '  Research results...',
    '</subagent_result>',
  ),
  example(
    {
      id,
      type: 'DELEGATION',
      subType: 'PARENT_MESSAGE',
      content: 'Parent task instruction',
      metadata: { parentAgentId: 'agent_000' },
    },
    'user',
    '<parent_agent_message id="chunk_xxx" parent_agent_id="agent_000">',
    '  Parent task instruction',
    '</parent_agent_message>',
  ),
  example(
    {
      id,
      type: 'ENVIRONMENT',
      subType: 'TOOL_RESULT',
      content: 'File content...',
      metadata: { tool: 'read_file', callId: 'call_123', success: true },
    },
    'user',
    '<tool_result id="chunk_xxx" tool="read_file" call_id="call_123" success="true">',
    '  File content...',
    '</tool_result>',
  ),
  example(
    {
      id,
      type: 'ENVIRONMENT',
      subType: 'TOOL_RESULT',
      content: 'File not found',
      metadata: { tool: 'read_file', callId: 'call_123', success: false },
    },
    'user',
    '<tool_result id="chunk_xxx" tool="read_file" call_id="call_123" success="false" error="true">',
    '  File not found',
    '</tool_result>',
  ),
  example(
    {
      id,
      type: 'ENVIRONMENT',
      subType: 'SKILL_RESULT',
      content: 'Review results...',
      metadata: { skill: 'code_review', callId: 'call_456' },
    },
    'user',
    '<skill_result id="chunk_xxx" skill="code_review" call_id="call_456" success="true">',
    '  Review results...',
    '</skill_result>',
  ),
  example(
    {
      id,
      type: 'WORKING_FLOW',
      subType: 'COMPACTED',
      content: '## Progress Summary\n### Completed Actions\n- Action 1\n- Action 2',
      metadata: { compactedAt: '1703...', originalCount: 15 },
    },
    'user',
    '<progress_summary id="chunk_xxx" compacted_at="1703..." original_count="15">',
    '  ## Progress Summary',
    '  ### Completed Actions',
    '  - Action 1',
    '  - Action 2',
    '</progress_summary>',
  ),
  example(
    { id, type: 'WORKING_FLOW', subType: 'TODO_UPDATE', content: '{"todos": [...]}', metadata: { action: 'todo_set' } },
    'assistant',
    '<todo_update id="chunk_xxx" action="todo_set">',
    '  {"todos": [...]}',
    '</todo_update>',
  ),
  example(
    { id, type: 'WORKING_FLOW', subType: 'THINKING', content: 'Thinking process...', metadata: {} },
    'assistant',
    '<thinking id="chunk_xxx" subtype="THINKING">',
    '  Thinking process...',
    '</thinking>',
  ),
  example(
    { id, type: 'WORKING_FLOW', subType: 'USER', content: 'User intervention during process', metadata: {} },
    'user',
    '<user_intervention id="chunk_xxx" subtype="USER">',
    '  User intervention during process',
    '</user_intervention>',
  ),
  example(
    { id, type: 'OUTPUT', subType: 'COMPLETED', content: '{"result": "...", "summary": "..."}', metadata: {} },
    'assistant',
    '<task_completed id="chunk_xxx">',
    '  {"result": "...", "summary": "..."}',
    '</task_completed>',
  ),
  example(
    {
      id,
      type: 'OUTPUT',
      subType: 'ABANDONED',
      content: '{"partialResult": "..."}',
      metadata: { reason: 'Unable to complete' },
    },
    'assistant',
    '<task_abandoned id="chunk_xxx" reason="Unable to complete">',
    '  {"partialResult": "..."}',
    '</task_abandoned>',
  ),
  example(
    {
      id,
      type: 'OUTPUT',
      subType: 'TERMINATED',
      content: 'Task was terminated',
      metadata: { terminatedBy: 'user' },
    },
    'user',
    '<task_terminated id="chunk_xxx" terminated_by="user">',
    '  Task was terminated',
    '</task_terminated>',
  ),
]
