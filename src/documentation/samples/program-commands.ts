/** What the commands of each language need. */
export const beforePrograms = `export PAY_API PAY_UID PAY_SECRET
get() { curl -fsS --remote-name-all "$PAY_API/docs/samples/$1"; }`

/** For each language, what gets its sample and the program that tries it, and runs that. */
export const programCommands: Readonly<Record<string, string>> = {
  typescript: "get '{pay,program,store}.ts'\nnode program.ts payout",
  php:
    "get '{Pay,Callback,Failed,Refused,OutcomeUnknown,EventStore}.php'\n" +
    "get '{autoload,notify,program,store}.php'\nphp program.php payout",
  python: "get '{pay,program,store}.py'\npython3 program.py payout",
  java:
    "mkdir merchantpayment && cd merchantpayment && get '{Pay,Members,Json}.java' && cd ..\n" +
    "get '{Program,OrderStore}.java' && javac -encoding UTF-8 -d out Program.java\n" +
    'java -cp out Program payout',
  go:
    "mkdir pay && cd pay && get pay.go && cd .. && get '{main,store}.go'\n" +
    'go mod init example.com/pay-sample\ngo run . payout',
  csharp: "dotnet new console && get '{Pay,Program,OrderStore}.cs'\ndotnet run payout",
}
