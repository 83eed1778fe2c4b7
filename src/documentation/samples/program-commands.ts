/** The tools that each language's commands need. */
export const beforePrograms = `export PAY_API PAY_UID PAY_SECRET
get() { curl -fsS --remote-name-all "\${PAY_API%/}/docs/samples/$1"; }`

/** By language, the commands that get the sample and its story and run the story. */
export const programCommands: Readonly<Record<string, string>> = {
  typescript: "get '{pay,store,story}.ts'\nnode story.ts",
  php:
    "get '{Pay,Callback,Failed,Refused,OutcomeUnknown,EventStore}.php'\n" +
    "get '{autoload,store,story}.php'\n" +
    `php -S 127.0.0.1:\${PAY_PORT:-8799} story.php & sleep 1\nphp story.php; sleep 2; kill $!`,
  python: "get '{pay,store,story}.py'\npython3 story.py",
  java:
    "mkdir merchantpayment && cd merchantpayment && get '{Pay,Members,Json}.java' && cd ..\n" +
    "get '{OrderStore,Story}.java' && javac -encoding UTF-8 -d out Story.java\njava -cp out Story",
  go:
    "mkdir pay && cd pay && get pay.go && cd .. && get '{store,story}.go'\n" +
    'go mod init example.com/pay-sample\ngo run .',
  csharp: "dotnet new console && rm Program.cs && get '{Pay,OrderStore,Story}.cs'\ndotnet run",
}
