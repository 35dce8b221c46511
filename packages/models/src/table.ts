// Made by scripts/generate.mjs from llm-zoo and the facts beside that script. Do not edit.

/** The package that most of the table comes from. */
export const tableSource: string = 'llm-zoo@1.37.0'

/** The day on which the table was last compared with the vendors' pages. */
export const tableDate: string = '2026-11-22'

/** A model a line: id, provider, family, window, output, features, and what else is known. */
export const table: string = `
o4-mini-deep-research openai o4 200000 100000 vfrsc encoding=o200k_base status=retired
o4-mini openai o4 200000 100000 tvfrosc thinking=effort encoding=o200k_base status=retired retires=2026-10-23 names=o4-mini-2025-04-16
o3-pro openai o3 200000 100000 tvfros thinking=effort encoding=o200k_base formats=openai-responses status=deprecated retires=2026-12-11 names=o3-pro-2025-06-10
o3-mini openai o3 200000 100000 trosc thinking=effort encoding=o200k_base status=retired retires=2026-10-23 names=o3-mini-2025-01-31
o3-deep-research openai o3 200000 100000 vfrsc encoding=o200k_base status=retired
o3 openai o3 200000 100000 tvfrosc thinking=effort encoding=o200k_base status=deprecated retires=2026-12-11 names=o3-2025-04-16
o1-pro openai o1 200000 100000 tvroc thinking=effort encoding=o200k_base formats=openai-responses status=retired retires=2026-10-23 names=o1-pro-2025-03-19
o1-preview openai o1 128000 32768 rsc encoding=o200k_base status=retired names=o1-preview-2024-09-12
o1-mini openai o1 128000 65536 rsc encoding=o200k_base status=retired names=o1-mini-2024-09-12
o1 openai o1 200000 100000 tvfrosc thinking=effort encoding=o200k_base status=retired retires=2026-10-23 names=o1-2024-12-17
gpt-oss-20b openai gpt-oss 131072 131072 trsc thinking=effort encoding=o200k_harmony status=deprecated
gpt-oss-120b openai gpt-oss 131072 131072 trsc thinking=effort encoding=o200k_harmony status=deprecated
gpt-6.2-sol openai gpt-6.2 1050000 128000 tvrosc input=922000 cache=1024 thinking=effort formats=openai-responses
gpt-6.2-astra openai gpt-6.2 1050000 128000 tvrosc input=922000 cache=1024 thinking=effort formats=openai-responses
gpt-6.1-terra openai gpt-6.1 1050000 128000 tvrosc input=922000 cache=1024 thinking=effort formats=openai-responses
gpt-6.1-sol openai gpt-6.1 1050000 128000 tvrosc input=922000 cache=1024 thinking=effort formats=openai-responses
gpt-6-sol openai gpt-6 1050000 128000 tvrosc input=922000 cache=1024 thinking=effort formats=openai-responses status=deprecated
gpt-6-luna openai gpt-6 1050000 128000 tvrosc input=922000 cache=1024 thinking=effort formats=openai-responses
gpt-6-astra openai gpt-6 1050000 128000 tvrosc input=922000 cache=1024 thinking=effort formats=openai-responses status=deprecated
gpt-5.6-terra openai gpt-5.6 1050000 128000 tvfrosc input=922000 cache=1024 thinking=effort encoding=o200k_base
gpt-5.6-sol openai gpt-5.6 1050000 128000 tvfrosc input=922000 cache=1024 thinking=effort encoding=o200k_base names=gpt-5.6
gpt-5.6-luna openai gpt-5.6 1050000 128000 tvfrosc input=922000 cache=1024 thinking=effort encoding=o200k_base status=deprecated
gpt-5.5-pro openai gpt-5.5 1050000 128000 tvfros input=922000 thinking=effort encoding=o200k_base formats=openai-responses status=deprecated names=gpt-5.5-pro-2026-04-23
gpt-5.5 openai gpt-5.5 1050000 128000 tvfrosc input=922000 thinking=effort encoding=o200k_base status=deprecated names=gpt-5.5-2026-04-23
gpt-5.4-pro openai gpt-5.4 1050000 128000 tvfrs input=922000 thinking=effort encoding=o200k_base formats=openai-responses status=deprecated names=gpt-5.4-pro-2026-03-05
gpt-5.4-nano openai gpt-5.4 400000 128000 tvfrosc input=272000 thinking=effort encoding=o200k_base status=deprecated names=gpt-5.4-nano-2026-03-17
gpt-5.4-mini openai gpt-5.4 400000 128000 tvfrosc input=272000 thinking=effort encoding=o200k_base status=deprecated names=gpt-5.4-mini-2026-03-17
gpt-5.4 openai gpt-5.4 1050000 128000 tvfrosc input=922000 thinking=effort encoding=o200k_base status=deprecated names=gpt-5.4-2026-03-05
gpt-5.3-codex openai gpt-5.3 400000 128000 tvfrosc input=272000 thinking=effort encoding=o200k_base formats=openai-responses status=deprecated
gpt-5.2-pro openai gpt-5.2 400000 128000 tvfrs input=272000 thinking=effort encoding=o200k_base formats=openai-responses status=deprecated names=gpt-5.2-pro-2025-12-11
gpt-5.2-codex openai gpt-5.2 400000 128000 tvfrosc input=272000 thinking=effort encoding=o200k_base formats=openai-responses status=retired
gpt-5.2 openai gpt-5.2 400000 128000 tvfrosc input=272000 thinking=effort encoding=o200k_base status=deprecated names=gpt-5.2-2025-12-11
gpt-5.1 openai gpt-5.1 400000 128000 tvfrosc input=272000 thinking=effort encoding=o200k_base status=deprecated retires=2027-04-01 names=gpt-5.1-2025-11-13
gpt-5-pro openai gpt-5 400000 272000 tvfro thinking=effort encoding=o200k_base formats=openai-responses status=deprecated retires=2026-12-11 names=gpt-5-pro-2025-10-06
gpt-5-nano openai gpt-5 400000 128000 tvfrosc input=272000 thinking=effort encoding=o200k_base status=deprecated retires=2026-12-11 names=gpt-5-nano-2025-08-07
gpt-5-mini openai gpt-5 400000 128000 tvfrosc input=272000 thinking=effort encoding=o200k_base status=deprecated retires=2026-12-11 names=gpt-5-mini-2025-08-07
gpt-5 openai gpt-5 400000 128000 tvfrosc input=272000 thinking=effort encoding=o200k_base status=deprecated retires=2026-12-11 names=gpt-5-2025-08-07
gpt-4o-mini openai gpt-4o 128000 16384 tvfosc encoding=o200k_base status=deprecated retires=2027-01-14 names=gpt-4o-mini-2024-07-18
gpt-4o-2024-05-13 openai gpt-4o 128000 4096 tvs encoding=o200k_base status=retired retires=2026-10-23
gpt-4o openai gpt-4o 128000 16384 tvfosc encoding=o200k_base status=deprecated retires=2027-01-14 names=gpt-4o-2024-11-20,gpt-4o-2024-08-06
gpt-4.5-preview openai gpt-4.5 128000 16384 tvfosc encoding=o200k_base status=retired
gpt-4.1-nano openai gpt-4.1 1047576 32768 tvfosc encoding=o200k_base status=retired retires=2026-10-23 names=gpt-4.1-nano-2025-04-14
gpt-4.1-mini openai gpt-4.1 1047576 32768 tvfosc encoding=o200k_base status=deprecated retires=2027-01-14 names=gpt-4.1-mini-2025-04-14
gpt-4.1 openai gpt-4.1 1047576 32768 tvfosc encoding=o200k_base status=deprecated retires=2027-01-14 names=gpt-4.1-2025-04-14
gpt-4-turbo openai gpt-4 128000 4096 tvs encoding=cl100k_base status=retired retires=2026-10-23 names=gpt-4-turbo-2024-04-09
gpt-4 openai gpt-4 8192 8192 ts encoding=cl100k_base status=retired retires=2026-10-23 names=gpt-4-0613
gpt-3.5-turbo openai gpt-3.5 16385 4096 ts encoding=cl100k_base status=retired retires=2026-10-23 names=gpt-3.5-turbo-0125,gpt-35-turbo
chatgpt-4o-latest openai gpt-4o 128000 16384 vfsc encoding=o200k_base status=retired
claude-sonnet-5-5 anthropic claude-sonnet 1000000 128000 tvfrosc cache=512 thinking=adaptive
claude-sonnet-5 anthropic claude-sonnet 1000000 128000 tvfrosc cache=1024 thinking=adaptive status=deprecated
claude-sonnet-4-6 anthropic claude-sonnet 1000000 128000 tvfrosc cache=1024 thinking=adaptive status=deprecated
claude-sonnet-4-5 anthropic claude-sonnet 200000 64000 tvfrosc cache=1024 thinking=budget status=deprecated names=claude-sonnet-4-5-20250929
claude-sonnet-4 anthropic claude-sonnet 200000 64000 tvfrsc cache=1024 thinking=budget status=retired retires=2026-06-15 names=claude-sonnet-4-20250514,claude-sonnet-4-0
claude-opus-5-5 anthropic claude-opus 1000000 128000 tvfrosc cache=512 thinking=adaptive
claude-opus-5 anthropic claude-opus 1000000 128000 tvfrosc cache=512 thinking=adaptive status=deprecated
claude-opus-4-8 anthropic claude-opus 1000000 128000 tvfrosc cache=1024 thinking=adaptive status=deprecated
claude-opus-4-7 anthropic claude-opus 1000000 128000 tvfrosc cache=2048 thinking=adaptive status=deprecated
claude-opus-4-6 anthropic claude-opus 1000000 128000 tvfrosc cache=4096 thinking=adaptive status=deprecated
claude-opus-4-5 anthropic claude-opus 200000 64000 tvfrosc cache=4096 thinking=budget status=deprecated names=claude-opus-4-5-20251101
claude-opus-4-1 anthropic claude-opus 200000 32000 tvfrosc cache=1024 thinking=budget status=retired retires=2026-08-05 names=claude-opus-4-1-20250805
claude-opus-4 anthropic claude-opus 200000 32000 tvfrsc cache=1024 thinking=budget status=retired retires=2026-06-15 names=claude-opus-4-20250514,claude-opus-4-0
claude-mythos-5-1 anthropic claude-mythos 1000000 128000 tvfrosc cache=512 thinking=adaptive
claude-mythos-5 anthropic claude-mythos 1000000 128000 tvfrosc cache=512 thinking=adaptive status=deprecated
claude-haiku-5-5 anthropic claude-haiku 1000000 128000 tvfrosc cache=512 thinking=adaptive
claude-haiku-4-5 anthropic claude-haiku 200000 64000 tvfrosc cache=4096 thinking=budget status=deprecated names=claude-haiku-4-5-20251001
claude-fable-5-2 anthropic claude-fable 1000000 128000 tvfrosc thinking=adaptive
claude-fable-5-1 anthropic claude-fable 1000000 128000 tvfrosc cache=512 thinking=adaptive
claude-fable-5 anthropic claude-fable 1000000 128000 tvfrosc cache=512 thinking=adaptive status=deprecated
claude-3-sonnet anthropic claude-sonnet 200000 4096 tvfs status=retired retires=2025-07-21 names=claude-3-sonnet-20240229
claude-3-opus anthropic claude-opus 200000 4096 tvfsc cache=1024 status=retired retires=2026-01-05 names=claude-3-opus-20240229,claude-3-opus-latest
claude-3-haiku anthropic claude-haiku 200000 4096 tvfsc cache=2048 status=retired retires=2026-04-20 names=claude-3-haiku-20240307
claude-3-7-sonnet anthropic claude-sonnet 200000 64000 tvfrsc cache=1024 thinking=budget status=retired retires=2026-02-19 names=claude-3-7-sonnet-20250219,claude-3-7-sonnet-latest
claude-3-5-sonnet anthropic claude-sonnet 200000 8192 tvfsc cache=1024 status=retired retires=2025-10-28 names=claude-3-5-sonnet-20241022,claude-3-5-sonnet-20240620,claude-3-5-sonnet-latest,claude-3-5-sonnet-v2-20241022,claude-3-5-sonnet-v2
claude-3-5-haiku anthropic claude-haiku 200000 8192 tvfsc cache=2048 status=retired retires=2026-02-19 names=claude-3-5-haiku-20241022,claude-3-5-haiku-latest
gemini-4-argon google gemini-argon 1048576 65536 tvfarosc cache=4096 thinking=effort
gemini-3.8-flash google gemini-flash 1048576 65536 tvfarosc cache=4096 thinking=effort
gemini-3.7-flash google gemini-flash 1048576 65536 tvfarosc cache=4096 thinking=effort status=deprecated
gemini-3.6-flash google gemini-flash 1048576 65536 tvfarosc cache=4096 thinking=effort status=deprecated
gemini-3.5-flash-lite google gemini-flash-lite 1048576 65536 tvfarosc thinking=effort
gemini-3.5-flash google gemini-flash 1048576 65536 tvfarosc cache=4096 thinking=effort status=deprecated
gemini-3.1-pro-preview google gemini-pro 1048576 65536 tvfarosc cache=4096 thinking=effort
gemini-3.1-flash-lite google gemini-flash-lite 1048576 65536 tvfarosc thinking=effort status=deprecated retires=2027-05-07
gemini-3-pro-preview google gemini-pro 1048576 65536 tvfarosc cache=4096 thinking=effort status=retired retires=2026-03-09
gemini-3-flash-preview google gemini-flash 1048576 65536 tvfarosc cache=1024 thinking=effort status=retired
gemini-2.5-pro google gemini-pro 1048576 65536 tvfarosc cache=2048 thinking=budget status=deprecated retires=2026-12-01
gemini-2.5-flash-lite google gemini-flash-lite 1048576 65536 tvfarosc thinking=budget
gemini-2.5-flash google gemini-flash 1048576 65536 tvfarosc cache=2048 thinking=budget status=deprecated retires=2026-12-01
gemini-2.0-flash-lite google gemini-flash-lite 1048576 8192 tvfaosc status=retired retires=2026-06-01 names=gemini-2.0-flash-lite-001
gemini-2.0-flash google gemini-flash 1048576 8192 tvfaosc status=retired retires=2026-06-01 names=gemini-2.0-flash-001
gemini-1.5-pro google gemini-pro 2097152 8192 tvfaosc status=retired names=gemini-1.5-pro-latest,gemini-1.5-pro-001,gemini-1.5-pro-002
gemini-1.5-flash-8b google gemini-flash 1048576 8192 tvfaosc status=retired names=gemini-1.5-flash-8b-latest,gemini-1.5-flash-8b-001
gemini-1.5-flash google gemini-flash 1048576 8192 tvfaosc status=retired names=gemini-1.5-flash-latest,gemini-1.5-flash-001,gemini-1.5-flash-002
grok-4.7 xai grok 500000 128000 tvrs thinking=effort
deepseek-v4-pro deepseek deepseek 1048576 393216 trsc thinking=effort
deepseek-flash deepseek deepseek 1048576 393216 tvrsc thinking=effort
kimi-k3 moonshotai kimi 1048576 1048576 tvrsc thinking=effort
kimi-k2.7-code moonshotai kimi 262144 64000 tvrsc
kimi-k2.6 moonshotai kimi 262144 64000 tvrsc
kimi-for-coding-highspeed moonshotai kimi 262144 64000 tvrsc
kimi-for-coding moonshotai kimi 262144 64000 tvrsc
glm-5v-turbo zai glm 202752 131072 tvfrsc
glm-5.3-flash zai glm 1000000 131072 tvrsc thinking=effort
glm-5.3 zai glm 1000000 131072 trsc thinking=effort
glm-5-turbo zai glm 200000 128000 trsc
MiniMax-M3 minimax minimax 1048576 512000 tvrsc
muse-spark-1.3 meta muse 1048576 131072 tvfrsc thinking=effort
qwen-plus alibaba qwen 1000000 32768 trs
`
