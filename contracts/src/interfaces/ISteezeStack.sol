// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Buying Steeze with USDC, and withdrawing what Steeze earned
/// @notice One Steeze costs 0.10 USDC and pays back 0.07. The contract holds at least 0.07 USDC for every Steeze that is
/// outstanding. Steeze is counted in whole units, USDC in micro-USDC (6 decimals).
interface ISteezeStack {
    /// @notice Somebody bought Steeze.
    event SteezePurchased(address indexed buyer, uint256 usdcAmount, uint256 steezeAmount);
    /// @notice Somebody withdrew Steeze as USDC.
    /// @param withdrawnTotal Steeze the account has withdrawn so far, this withdrawal included.
    event SteezeWithdrawn(address indexed account, uint256 steezeAmount, uint256 usdcAmount, uint256 withdrawnTotal);
    /// @notice From now on only limits signed by `signer` count.
    event SignerChanged(address indexed previousSigner, address indexed signer);
    /// @notice From now on at most `dailyCap` micro-USDC are withdrawn in a UTC day, today included.
    event DailyCapChanged(uint256 previousDailyCap, uint256 dailyCap);
    /// @notice The owner took USDC that no outstanding Steeze needs.
    event SurplusTaken(address indexed to, uint256 usdcAmount);

    /// @notice The amount has to be a multiple of 0.1 USDC above zero, the price of one Steeze.
    error NotWholeSteeze();
    /// @notice Nothing to withdraw.
    error NothingToWithdraw();
    /// @notice The signed limit was good until `deadline`.
    error LimitExpired(uint256 deadline);
    /// @notice The limit is not signed by the signer, or for another account, limit, deadline, contract or chain.
    error InvalidSignature();
    /// @notice Would withdraw more than the signed limit allows.
    /// @param remaining Steeze that may still be withdrawn under this limit.
    error AboveLimit(uint256 remaining);
    /// @notice Would withdraw more Steeze than there are.
    error AboveOutstanding(uint256 outstanding);
    /// @notice Would pass what may be withdrawn in this UTC day.
    /// @param remaining Micro-USDC that may still be withdrawn today.
    error AboveDailyCap(uint256 remaining);
    /// @notice Would leave less than outstanding Steeze needs.
    /// @param surplus Micro-USDC that may be taken.
    error AboveSurplus(uint256 surplus);
    /// @notice The token did not deliver what was paid: outstanding Steeze would not be covered.
    error NotCovered();
    /// @notice The zero address can't sign.
    error SignerIsZero();
    /// @notice What was given as USDC is no contract.
    error UsdcIsNoContract();
    /// @notice Without an owner nobody could replace a stolen signer key or end a pause.
    error OwnershipIsKept();

    /// @notice The token that Steeze is paid in.
    function usdc() external view returns (address);

    /// @notice The key whose signed limits count.
    function signer() external view returns (address);

    /// @notice While true, nobody buys and nobody withdraws.
    function paused() external view returns (bool);

    /// @notice Steeze bought and not withdrawn.
    function outstanding() external view returns (uint256);

    /// @notice Steeze that `account` has withdrawn so far.
    function withdrawn(address account) external view returns (uint256);

    /// @notice Micro-USDC that may be withdrawn in a UTC day by all accounts together.
    function dailyCap() external view returns (uint256);

    /// @notice Micro-USDC that may still be withdrawn in this UTC day.
    function remainingToday() external view returns (uint256);

    /// @notice Micro-USDC held beyond what outstanding Steeze needs.
    function surplus() external view returns (uint256);

    /// @notice Buys Steeze for the caller, who has approved this contract for the USDC.
    /// @param usdcAmount Micro-USDC, a multiple of 100,000: the price of one Steeze.
    function buySteeze(uint256 usdcAmount) external;

    /// @notice `buySteeze` with an approval by signature (EIP-2612) of exactly `usdcAmount`. Should somebody have handed
    /// the signature in before, the approval they made counts.
    function buySteezeWithPermit(uint256 usdcAmount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice Nonce of the authorization (EIP-3009) that pays for a purchase. It names who gets the Steeze.
    /// @param salt Any number that the buyer has not used before.
    function authorizationNonce(address buyer, bytes32 salt) external pure returns (bytes32);

    /// @notice `buySteeze` for a buyer who signed for it, so that anybody may hand it in and pay the gas. The signature
    /// is USDC's `ReceiveWithAuthorization` (EIP-3009) of exactly `usdcAmount` to this contract, valid at once and until
    /// `validBefore`, with `authorizationNonce(buyer, salt)`. A contract's signature counts (ERC-1271).
    function buySteezeWithAuthorization(
        address buyer,
        uint256 usdcAmount,
        uint256 validBefore,
        bytes32 salt,
        bytes calldata signature
    ) external;

    /// @notice Withdraws Steeze of the caller as USDC. A limit is cumulative: it says how much the account may have
    /// withdrawn in all its life, so using a signature twice, or several of them, allows no more than the highest does.
    /// @param amount Steeze to withdraw now.
    /// @param limit Steeze the caller may have withdrawn in total afterwards.
    /// @param deadline Last second, in Unix time, at which the limit counts.
    /// @param signature Of `signer` over `Withdrawal(address account,uint256 limit,uint256 deadline)` (EIP-712).
    function withdrawSteeze(uint256 amount, uint256 limit, uint256 deadline, bytes calldata signature) external;

    /// @notice Withdraws all that a signed limit allows `account`, to `account`. Anybody may hand it in and pay the gas:
    /// they decide neither the amount nor where it goes.
    function withdrawSteezeFor(address account, uint256 limit, uint256 deadline, bytes calldata signature) external;

    /// @notice Stops buying and withdrawing. Owner only.
    function pause() external;

    /// @notice Ends a pause. Owner only.
    function unpause() external;

    /// @notice Replaces the key whose limits count; what the previous one signed is void at once. Owner only.
    function setSigner(address newSigner) external;

    /// @notice Sets how many micro-USDC may be withdrawn in a UTC day; what was withdrawn today counts. Owner only.
    function setDailyCap(uint256 newDailyCap) external;

    /// @notice Sends USDC that no outstanding Steeze needs to `to`. Owner only.
    function takeSurplus(address to, uint256 usdcAmount) external;
}
